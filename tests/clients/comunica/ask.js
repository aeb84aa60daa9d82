// Asks an endpoint: node ask.js URL, the query on stdin; prints SPARQL JSON results.
import { QueryEngine } from "@comunica/query-sparql";
import { readFileSync } from "node:fs";

const engine = new QueryEngine();
const result = await engine.query(readFileSync(0, "utf8"), { sources: [{ type: "sparql", value: process.argv[2] }] });
const { data } = await engine.resultToString(result, "application/sparql-results+json");
data.pipe(process.stdout);
