// Bundles the explorer: node build.js [FOLDER], by default the folder that kg serve looks for it in.
import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "..", "static"));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const made = await build({
  absWorkingDir: here,
  entryPoints: { explorer: join(here, "src", "main.ts") },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: target,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
});
for (const file of ["index.html", "explorer.css"]) await copyFile(join(here, file), join(target, file));

// The licences of what is bundled ask to go with it.
const packages = new Set(Object.keys(made.metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean));
const texts = [];
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).sort().find((one) => /^licen[cs]e/i.test(one));
  texts.push(`${name} ${version} (${license})\n\n${file ? (await readFile(join(folder, file), "utf8")).trim() : ""}\n`);
}
await writeFile(join(target, "LICENSES.txt"), `explorer.js holds code of these packages.\n\n${texts.join("\n---\n\n")}`);
