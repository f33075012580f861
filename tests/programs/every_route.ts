// Asks every route of a pad by a client made of its description, and prints which: `node every_route.js PAD CIRCLE PHOTO`.

import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { paths } from "./pad.js";

const [address = "", circle = "", photo = ""] = process.argv.slice(2);
const asked: string[] = [];
let key = "";
const pad = createClient<paths>({ baseUrl: address });
pad.use({
  onRequest({ request, schemaPath }) {
    if (key) request.headers.set("Authorization", `Bearer ${key}`);
    asked.push(`${request.method} ${schemaPath}`);
  },
  async onResponse({ response, schemaPath }) {
    if (!response.ok) throw new Error(`${schemaPath}: ${response.status} ${await response.text()}`);
  },
});

async function opened(game: string, players: string[]): Promise<string> {
  const { data } = await pad.POST("/api/v1/tables", { body: { game, players } });
  if (!data) throw new Error("no table");
  key = data.key;
  return data.table;
}

const game = "chattahoochee";
await pad.POST("/api/v1/best", { body: { game, cards: "♣456 ♥Q" } });
await pad.POST("/api/v1/check", { body: { game, melds: ["♣456"] } });
await pad.POST("/api/v1/next", { body: { game, cards: "♣4567 ♥Q" } });
await pad.POST("/api/v1/discard", { body: { game: "rummy-500", cards: "4C 5C 6C KH KD" } });
await pad.POST("/api/v1/merge", { body: { game: "chattahoochee-alternate", melds: "♣456 / ♣789" } });
await pad.POST("/api/v1/play", { body: { game: "avalanche", last: "5 5", played: "7 7 7" } });
await pad.POST("/api/v1/score", { body: { game: "any-game", points: { Ann: 1, Ben: 2 } } });
await pad.POST("/api/v1/match", { body: { game: "any-game", players: ["Ann", "Ben"], deals: [{ points: { Ann: 1, Ben: 2 } }] } });
await pad.POST("/api/v1/multipliers", { body: { players: ["Ann", "Ben"], out_order: ["Ben"] } });
await pad.POST("/api/v1/leaps", { body: { pack: "french", leaps: [1] } });
await pad.POST("/api/v1/leaps", { body: { ranks: "1 2 3 4 5", leaps: 2 } });
await pad.POST("/api/v1/schedule", { body: { schedule: "original", length: 5 } });
const form = new FormData();
form.append("photo", new Blob([readFileSync(photo)]), "photo.jpg");
await pad.POST("/api/v1/read", { body: { photo: [photo] }, bodySerializer: () => form });
await pad.GET("/api/v1/games");
await pad.GET("/api/v1/openapi.json");
await pad.GET("/healthz");
await pad.GET("/readyz");
const ofCircle = { path: { circle_id: circle } };
await pad.GET("/api/v1/circles/{circle_id}", { params: { ...ofCircle, query: { span: "year" } } });
await pad.GET("/api/v1/circles/{circle_id}/tables", { params: { ...ofCircle, query: { limit: 1 } } });
await pad.GET("/api/v1/circles/{circle_id}/bgsplay", { params: ofCircle });

const table_id = await opened("any-game", ["Ann", "Ben"]);
const params = { path: { table_id } };
const points = { Ann: 5, Ben: 3 };
await pad.POST("/api/v1/tables/{table_id}/deals", { params, body: { points } });
await pad.PATCH("/api/v1/tables/{table_id}/deals/{number}", { params: { path: { table_id, number: 1 } }, body: { points } });
await pad.POST("/api/v1/tables/{table_id}/winners", { params, body: { winners: ["Ben"] } });
await pad.POST("/api/v1/tables/{table_id}/points", { params, body: { player: "Ann", points: 10 } });
await pad.POST("/api/v1/tables/{table_id}/undo", { params });
await pad.POST("/api/v1/tables/{table_id}/redo", { params });
await pad.GET("/api/v1/tables/{table_id}", { params });
await pad.GET("/api/v1/tables/{table_id}/deals", { params });
await pad.GET("/api/v1/tables/{table_id}/record", { params });
await pad.GET("/api/v1/tables/{table_id}/review", { params });
await pad.GET("/api/v1/tables/{table_id}/bgsplay", { params });
const stream = await pad.GET("/api/v1/tables/{table_id}/events", { params, parseAs: "stream" });
await stream.data?.cancel();
await pad.PATCH("/api/v1/tables/{table_id}", { params, body: { name: "Friday" } });
await pad.POST("/api/v1/tables/{table_id}/players", { params, body: { name: "Cy" } });
await pad.PATCH("/api/v1/tables/{table_id}/players/{name}", { params: { path: { table_id, name: "Cy" } }, body: { name: "Di" } });
await pad.DELETE("/api/v1/tables/{table_id}/players/{name}", { params: { path: { table_id, name: "Di" } } });
const given = await pad.POST("/api/v1/tables/{table_id}/keys", { params, body: { scope: "write", name: "Bot" } });
await pad.GET("/api/v1/tables/{table_id}/keys", { params });
await pad.DELETE("/api/v1/tables/{table_id}/keys/{key_id}", { params: { path: { table_id, key_id: given.data?.id ?? "" } } });
const hook = await pad.POST("/api/v1/tables/{table_id}/webhooks", { params, body: { url: "https://93.184.216.34/scores" } });
await pad.GET("/api/v1/tables/{table_id}/webhooks", { params });
await pad.DELETE("/api/v1/tables/{table_id}/webhooks/{hook_id}", { params: { path: { table_id, hook_id: hook.data?.id ?? "" } } });
await pad.DELETE("/api/v1/tables/{table_id}", { params });

const oneByOne = { path: { table_id: await opened(game, ["Ann", "Ben", "Cy"]) } };
await pad.POST("/api/v1/tables/{table_id}/entries", { params: oneByOne, body: { player: "Ann", melds: "♣456" } });
await pad.POST("/api/v1/tables/{table_id}/end", { params: oneByOne });

console.log(JSON.stringify(asked));
