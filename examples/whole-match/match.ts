// Plays a whole match of gin rummy against a pad, by a client made of the pad's own description:
//
//     npm install openapi-fetch openapi-typescript typescript@5 @types/node
//     npx openapi-typescript http://localhost:8000/api/v1/openapi.json -o pad.ts
//     npx tsc --strict --target es2022 --module nodenext match.ts && node match.js http://localhost:8000

import createClient from "openapi-fetch";
import type { components, paths } from "./pad.js";

type Table = components["schemas"]["TableAnswer"];
type Told<T> = { data?: T; error?: { error: { message: string } } };

// What was asked for. Throws the pad's own sentence where it refused.
function answered<T>({ data, error }: Told<T>): T {
  if (data === undefined) throw new Error(error?.error.message ?? "The pad did not answer.");
  return data;
}

async function playMatch(address: string, names: [string, string]): Promise<Table> {
  const pad = createClient<paths>({ baseUrl: address });
  const body = { game: "gin-rummy", players: names };
  const { table, code, key } = answered(await pad.POST("/api/v1/tables", { body }));
  console.log(`Phones join with ${code}.`);
  for (;;) {
    const [winner, loser] = Math.random() < 0.5 ? names : [names[1], names[0]];
    const left = { [loser]: 5 + Math.floor(Math.random() * 56) };
    const state = answered(
      await pad.POST("/api/v1/tables/{table_id}/deals", {
        params: { path: { table_id: table }, header: { "Idempotency-Key": crypto.randomUUID() } },
        headers: { Authorization: `Bearer ${key}` },
        body: { winner, left },
      }),
    );
    console.log(`Deal ${state.deals.length}:`, state.totals);
    if (state.over) return state;
  }
}

const state = await playMatch(process.argv[2] ?? "http://localhost:8000", ["Ann", "Ben"]);
console.log("The winner is", ...state.winners);
