"""Words and letters for cards and tiles in each language, as data for `notation`.

Words are in lower case with their diacritics, and also read without them. An underscore is a space. Suits
have their English names; ranks are those of the French pack, and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SAME_SUITS = (
    ("clubs", "batons", "acorns", "wands"),
    ("spades", "swords", "leaves", "roses"),
    ("hearts", "cups", "shields"),
    ("diamonds", "coins", "bells"),
)
"""Suits of the countries that stand for each other."""
SAME_COLOURS = {"orange": "yellow"}
"""Colours of which packs have one: some makers print the fourth colour of tiles so (N4)."""


@dataclass(frozen=True)
class CardWords:
    """The vocabulary of a language.

    suits, ranks   suits and ranks by their words
    suit_letters   suits by their letters; several suits if people use the letter for each
    rank_letters   ranks by their letters, beginning with those printed on cards
    wilds, false_jokers  words for a wild card, and for the false joker of okey
    of, articles   words between a rank and its suit, and before a rank
    joints, spans  words before the last item of a list, and between the ends of a run
    """

    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    suit_letters: Mapping[str, str]
    rank_letters: Mapping[str, str]
    wilds: str
    false_jokers: str
    of: str
    articles: str
    joints: str
    spans: str

    def printed_rank(self, rank: str) -> str:
        """The letter of a rank on the language's cards."""
        return next((letter.upper() for letter, meant in self.rank_letters.items() if meant == rank), rank)


ENGLISH = CardWords(
    suits={
        **{"clubs": "club clubs", "batons": "baton batons", "acorns": "acorn acorns", "wands": "wand wands"},
        **{
            "spades": "spade spades",
            "swords": "sword swords",
            "leaves": "leaf leaves",
            "roses": "rose roses",
        },
        **{"hearts": "heart hearts", "cups": "cup cups", "shields": "shield shields"},
        **{"diamonds": "diamond diamonds", "coins": "coin coins", "bells": "bell bells"},
        **{"black": "black blacks", "red": "red reds", "blue": "blue blues", "green": "green greens"},
        **{"orange": "orange oranges", "yellow": "yellow yellows", "stars": "star stars"},
    },
    ranks={
        **{"A": "ace aces", "2": "two twos deuce deuces", "3": "three threes trey", "4": "four fours"},
        **{"5": "five fives", "6": "six sixes", "7": "seven sevens", "8": "eight eights", "9": "nine nines"},
        **{"10": "ten tens", "11": "eleven", "12": "twelve", "13": "thirteen", "14": "fourteen"},
        **{"J": "jack jacks knave knaves", "Q": "queen queens", "K": "king kings"},
        **{"C": "cavalier cavaliers knight knights", "U": "unter", "O": "ober"},
    },
    suit_letters={},
    rank_letters={},
    wilds="joker jokers jkr wild wilds wildcard",
    false_jokers="false_joker false_okey",
    of="of",
    articles="the an",
    joints="and &",
    spans="to through",
)

GERMAN = CardWords(
    suits={
        **{"clubs": "kreuz treff", "batons": "stab stäbe", "acorns": "eichel eicheln"},
        **{"spades": "pik piks schippe schippen schüppe schüppen", "swords": "schwert schwerter"},
        **{"leaves": "laub blatt gras grün", "roses": "rose rosen", "hearts": "herz herzen coeur rot"},
        **{"cups": "kelch kelche", "shields": "schild schilten schilden", "coins": "münze münzen"},
        **{"diamonds": "karo karos eckstein", "bells": "schellen schelle schell"},
        **{"black": "schwarz schwarze schwarzer schwarzen", "red": "rot rote roter roten"},
        **{"blue": "blau blaue blauer blauen", "green": "grün grüne grüner grünen"},
        **{
            "orange": "orange orangene oranger",
            "yellow": "gelb gelbe gelber gelben",
            "stars": "stern sterne",
        },
    },
    ranks={
        **{"A": "ass as asse", "2": "zwei zweier zweien", "3": "drei dreier", "4": "vier vierer"},
        **{"5": "fünf fuenf fünfer", "6": "sechs sechser", "7": "sieben siebener", "8": "acht achter"},
        **{"9": "neun neuner", "10": "zehn zehner", "11": "elf", "12": "zwölf zwoelf", "13": "dreizehn"},
        **{"14": "vierzehn", "J": "bube buben bauer junge", "Q": "dame damen königin"},
        **{"K": "könig könige koenig", "C": "reiter", "U": "unter wenz", "O": "ober"},
    },
    suit_letters={
        **{"h": "hearts", "hz": "hearts", "p": "spades", "pi": "spades", "k": "clubs diamonds"},
        **{"kr": "clubs", "ka": "diamonds", "e": "acorns", "g": "leaves green yellow", "ei": "acorns"},
        **{"s": "bells black", "b": "blue", "r": "hearts red", "l": "leaves", "sch": "bells"},
    },
    rank_letters={"b": "J", "d": "Q", "k": "K", "a": "A", "u": "U", "o": "O"},
    wilds="joker jokers",
    false_jokers="falscher_joker",
    of="von",
    articles="der die das ein eine",
    joints="und &",
    spans="bis",
)

FRENCH = CardWords(
    suits={
        **{"clubs": "trèfle trèfles", "batons": "bâton bâtons", "acorns": "gland glands"},
        **{"spades": "pique piques", "swords": "épée épées", "leaves": "feuille feuilles"},
        **{"hearts": "cœur cœurs", "cups": "coupe coupes", "shields": "écu écus", "roses": "rose roses"},
        **{"diamonds": "carreau carreaux", "coins": "denier deniers", "bells": "grelot grelots"},
        **{"black": "noir noire noirs noires", "red": "rouge rouges", "blue": "bleu bleue bleus bleues"},
        **{"green": "vert verte verts vertes", "yellow": "jaune jaunes", "orange": "orange oranges"},
        **{"stars": "étoile étoiles", "wands": "baguette baguettes"},
    },
    ranks={
        **{"A": "as ases", "2": "deux", "3": "trois", "4": "quatre", "5": "cinq", "6": "six", "7": "sept"},
        **{"8": "huit", "9": "neuf", "10": "dix", "11": "onze", "12": "douze", "13": "treize"},
        **{"14": "quatorze", "J": "valet valets", "Q": "dame dames reine reines", "K": "roi rois"},
        **{"C": "cavalier cavaliers"},
    },
    suit_letters={
        **{"c": "hearts", "co": "hearts", "p": "spades", "pi": "spades", "t": "clubs", "tr": "clubs"},
        **{"k": "diamonds", "ca": "diamonds", "n": "black", "b": "blue", "r": "red", "v": "green"},
        **{"j": "yellow", "o": "orange"},
    },
    rank_letters={"v": "J", "d": "Q", "r": "K", "a": "A"},
    wilds="joker jokers",
    false_jokers="faux_joker",
    of="de du des",
    articles="le la les un une",
    joints="et &",
    spans="à",
)

ITALIAN = CardWords(
    suits={
        **{"clubs": "fiori fiore", "batons": "bastoni bastone", "acorns": "ghiande ghianda"},
        **{
            "spades": "picche picca",
            "swords": "spade spada",
            "leaves": "foglie foglia",
            "roses": "rose rosa",
        },
        **{"hearts": "cuori cuore", "cups": "coppe coppa", "shields": "scudi scudo"},
        **{"diamonds": "quadri quadro mattoni", "coins": "denari denaro ori", "bells": "sonagli sonaglio"},
        **{"black": "nero nera neri nere", "red": "rosso rossa rossi rosse", "blue": "blu azzurro azzurra"},
        **{"green": "verde verdi", "yellow": "giallo gialla gialli gialle"},
        **{"orange": "arancione arancioni arancio", "stars": "stelle stella"},
    },
    ranks={
        **{"A": "asso assi", "2": "due", "3": "tre", "4": "quattro", "5": "cinque", "6": "sei", "7": "sette"},
        **{"8": "otto", "9": "nove", "10": "dieci", "11": "undici", "12": "dodici", "13": "tredici"},
        **{"14": "quattordici", "J": "fante fanti jack gobbo", "Q": "donna donne regina dama"},
        **{"K": "re", "C": "cavallo cavalli cavaliere"},
    },
    suit_letters={
        **{"c": "hearts cups", "co": "cups", "cu": "hearts", "p": "spades", "f": "clubs", "q": "diamonds"},
        **{"s": "swords", "b": "batons blue", "d": "coins", "n": "black", "r": "red", "g": "yellow"},
        **{"v": "green", "a": "orange"},
    },
    rank_letters={"j": "J", "f": "J", "q": "Q", "d": "Q", "k": "K", "r": "K", "a": "A", "c": "C"},
    wilds="jolly joker matta jolli",
    false_jokers="falso_jolly",
    of="di de dei delle",
    articles="il lo la gli le un una",
    joints="e ed &",
    spans="fino_a",
)

SPANISH = CardWords(
    suits={
        **{"clubs": "tréboles trébol", "batons": "bastos basto", "acorns": "bellotas bellota"},
        **{"spades": "picas pica", "swords": "espadas espada", "leaves": "hojas hoja", "roses": "rosas rosa"},
        **{"hearts": "corazones corazón", "cups": "copas copa", "shields": "escudos escudo"},
        **{
            "diamonds": "diamantes diamante rombos rombo",
            "coins": "oros oro",
            "bells": "cascabeles cascabel",
        },
        **{"black": "negro negra negros negras", "red": "rojo roja rojos rojas", "blue": "azul azules"},
        **{"green": "verde verdes", "yellow": "amarillo amarilla amarillos amarillas"},
        **{"orange": "naranja naranjas", "stars": "estrellas estrella"},
    },
    ranks={
        **{
            "A": "as ases uno",
            "2": "dos doses",
            "3": "tres treses",
            "4": "cuatro cuatros",
            "5": "cinco cincos",
        },
        **{"6": "seis", "7": "siete sietes", "8": "ocho ochos", "9": "nueve nueves", "10": "diez dieces"},
        **{"11": "once", "12": "doce", "13": "trece", "14": "catorce", "J": "jota jotas sota sotas jack"},
        **{"Q": "dama damas reina reinas", "K": "rey reyes", "C": "caballo caballos"},
    },
    suit_letters={
        **{"c": "hearts cups", "co": "hearts cups", "p": "spades", "t": "clubs", "tr": "clubs"},
        **{"d": "diamonds", "o": "coins", "e": "swords", "b": "batons", "n": "black orange", "r": "red"},
        **{"a": "blue yellow", "v": "green"},
    },
    rank_letters={"j": "J", "s": "J", "q": "Q", "d": "Q", "k": "K", "r": "K", "a": "A", "c": "C"},
    wilds="comodín comodines joker jokers",
    false_jokers="joker_falso comodín_falso",
    of="de del",
    articles="el la los las un una",
    joints="y e &",
    spans="hasta",
)

POLISH = CardWords(
    suits={
        **{"clubs": "trefl trefle trefli trefla treflowy treflowa żołądź", "batons": "buławy buława"},
        **{"acorns": "żołędzie żołądź żołędź", "spades": "pik piki pików pika pikowy pikowa wino wina"},
        **{"swords": "miecze miecz", "leaves": "liście liść wino", "roses": "róże róża"},
        **{"hearts": "kier kiery kierów kiera kierowy kierowa czerwo czerwień serce serca"},
        **{"cups": "puchary puchar", "shields": "tarcze tarcza", "coins": "monety moneta"},
        **{"diamonds": "karo kara karowy karowa dzwonek", "bells": "dzwonki dzwonek"},
        **{"black": "czarny czarna czarne czarnych", "red": "czerwony czerwona czerwone czerwonych"},
        **{"blue": "niebieski niebieska niebieskie niebieskich", "green": "zielony zielona zielone"},
        **{"yellow": "żółty żółta żółte", "orange": "pomarańczowy pomarańczowa pomarańczowe"},
        **{"stars": "gwiazdy gwiazda"},
    },
    ranks={
        **{"A": "as asy asa", "2": "dwa dwójka dwójki", "3": "trzy trójka trójki", "4": "cztery czwórka"},
        **{"5": "pięć piątka piątki", "6": "sześć szóstka szóstki", "7": "siedem siódemka siódemki"},
        **{"8": "osiem ósemka ósemki", "9": "dziewięć dziewiątka dziewiątki"},
        **{"10": "dziesięć dziesiątka dziesiątki", "11": "jedenaście jedenastka"},
        **{"12": "dwanaście dwunastka", "13": "trzynaście trzynastka", "14": "czternaście"},
        **{"J": "walet walety waleta jopek", "Q": "dama damy damę królowa"},
        **{"K": "król króle króla", "C": "rycerz jeździec", "U": "niżnik", "O": "wyżnik"},
    },
    suit_letters={
        **{"k": "hearts diamonds", "ki": "hearts", "ka": "diamonds", "p": "spades orange", "pi": "spades"},
        **{"t": "clubs", "tr": "clubs", "c": "red black", "n": "blue", "z": "yellow green"},
    },
    rank_letters={"w": "J", "d": "Q", "k": "K", "a": "A"},
    wilds="joker jokery dżoker dżokery",
    false_jokers="fałszywy_joker",
    of="",
    articles="",
    joints="i oraz &",
    spans="do",
)

TURKISH = CardWords(
    suits={
        **{"clubs": "sinek sinekler ispati", "batons": "sopa sopalar", "acorns": "meşe_palamudu"},
        **{"spades": "maça maçalar pik", "swords": "kılıç kılıçlar", "leaves": "yaprak", "roses": "gül"},
        **{"hearts": "kupa kupalar kalp", "cups": "kupa kupalar", "shields": "kalkan"},
        **{"diamonds": "karo karolar", "coins": "altın altınlar", "bells": "çan"},
        **{"black": "siyah siyahlar kara", "red": "kırmızı kırmızılar", "blue": "mavi maviler"},
        **{"green": "yeşil yeşiller", "yellow": "sarı sarılar", "orange": "turuncu turuncular"},
        **{"stars": "yıldız"},
    },
    ranks={
        **{"A": "as ası aslar bey birli birlisi bir", "2": "iki ikili ikilisi", "3": "üç üçlü üçlüsü"},
        **{"4": "dört dörtlü dörtlüsü", "5": "beş beşli beşlisi", "6": "altı altılı altılısı"},
        **{"7": "yedi yedili yedilisi", "8": "sekiz sekizli sekizlisi", "9": "dokuz dokuzlu dokuzlusu"},
        **{"10": "on onlu onlusu", "11": "on_bir onbir", "12": "on_iki oniki", "13": "on_üç onüç"},
        **{"14": "on_dört", "J": "vale valesi bacak bacağı oğlan oğlanı", "Q": "kız kızı kızlar dam damı"},
        **{"K": "papaz papazı papazlar kral kralı", "C": "şövalye"},
    },
    suit_letters={
        **{"s": "clubs black yellow", "m": "spades blue", "k": "hearts diamonds red", "ku": "hearts"},
        **{"ka": "diamonds", "si": "clubs", "ma": "spades", "t": "orange"},
    },
    rank_letters={"j": "J", "v": "J", "q": "Q", "k": "K", "p": "K", "a": "A"},
    wilds="joker jokeri jokerler okey okeyi",
    false_jokers="sahte_okey sahte_joker",
    of="",
    articles="",
    joints="ve &",
    spans="ile",
)

PORTUGUESE = CardWords(
    suits={
        **{"clubs": "paus pau", "batons": "paus pau", "acorns": "bolotas bolota", "wands": "bastões bastão"},
        **{"spades": "espadas espada", "swords": "espadas espada", "leaves": "folhas folha"},
        **{"hearts": "copas copa corações coração", "cups": "copas copa", "shields": "escudos escudo"},
        **{"diamonds": "ouros ouro", "coins": "ouros ouro", "bells": "guizos guizo", "roses": "rosas rosa"},
        **{"black": "preto preta pretos pretas", "red": "vermelho vermelha vermelhos vermelhas"},
        **{"blue": "azul azuis", "green": "verde verdes", "yellow": "amarelo amarela amarelos amarelas"},
        **{"orange": "laranja laranjas", "stars": "estrelas estrela"},
    },
    ranks={
        **{"A": "ás ases", "2": "dois duas duque duques", "3": "três", "4": "quatro quatros"},
        **{"5": "cinco cincos", "6": "seis", "7": "sete setes", "8": "oito oitos", "9": "nove noves"},
        **{"10": "dez", "11": "onze", "12": "doze", "13": "treze", "14": "catorze quatorze"},
        **{"J": "valete valetes", "Q": "dama damas rainha rainhas", "K": "rei reis"},
        **{"C": "cavaleiro cavaleiros cavalo cavalos"},
    },
    suit_letters={
        **{"p": "clubs batons black", "pa": "clubs batons", "e": "spades swords", "es": "spades swords"},
        **{"c": "hearts cups", "co": "hearts cups", "o": "diamonds coins", "ou": "diamonds coins"},
        **{"pr": "black", "v": "red green", "vm": "red", "vd": "green", "a": "blue yellow", "az": "blue"},
        **{"am": "yellow", "l": "orange"},
    },
    rank_letters={"j": "J", "q": "Q", "k": "K", "a": "A", "v": "J", "d": "Q", "r": "K", "c": "C"},
    wilds="coringa coringas curinga curingas joker",
    false_jokers="coringa_falso curinga_falso",
    of="de do da dos das",
    articles="os um uma",
    joints="e &",
    spans="até",
)

CARD_WORDS = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "it": ITALIAN,
    "es": SPANISH,
    "pl": POLISH,
    "pt": PORTUGUESE,
    "tr": TURKISH,
}
