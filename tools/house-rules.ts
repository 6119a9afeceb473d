// The house rules that no other tool knows: names of folders, length and depth, the one place for the
// environment, the clock, randomness and the network, no test set aside, no check switched off.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isGenerated, projectFiles } from "./project-files.ts";
import { root } from "./root.ts";
import { type Fault, readSyntax, type WorldUse } from "./syntax-rules.ts";

/** A file with its text; the path starts at the root. */
export type SourceFile = { path: string; text: string };

const longest = 300;
const forbiddenFolders = /(^|\/)(utils?|helpers?|services?|types|common)\//;
const inCode = /\.(tsx?|js|css|liquid)$/;
const isProduct = /^(packages|apps|examples)\//;
const isTestCode = /(\.test\.tsx?$)|\/testing\/|^packages\/testkit\//;
const readsEnvironment =
  /^(packages\/platform\/config\/|(apps\/cli|apps\/cli\/template|examples\/[^/]+)\/config\.ts$)/;

/** Marks in a comment that a check is switched off or work left for later; written apart, so that this file keeps its own rule. */
const lineRules = [
  {
    rule: "switched-off-check",
    pattern: new RegExp(
      `(eslint-${"disable"}|biome-${"ignore"}|@ts-${"(ignore|expect-error|nocheck)"}|v8 ${"ignore"})`,
    ),
    message: "a check is not switched off: change the code or the rule",
  },
  {
    rule: "unfinished",
    pattern: new RegExp(
      `(//|/\\*|^\\s*\\*|^\\s*#|--).*\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`,
    ),
    message: "work left for later stands in an issue, not in the code",
  },
];

/** Every rule broken in the files, in their order. */
export function houseFaults(files: SourceFile[]): Fault[] {
  const faults: Fault[] = [];
  const uses: WorldUse[] = [];
  for (const { path, text } of files) {
    faults.push(...folderFaults(path), ...lineFaults(path, text), ...lengthFaults(path, text));
    if (!/\.tsx?$/.test(path)) continue;
    const syntax = readSyntax(path, text);
    const mayRead = !isProduct.test(path) || isTestCode.test(path) || readsEnvironment.test(path);
    faults.push(...syntax.faults.filter((fault) => fault.rule !== "environment" || !mayRead));
    if (isProduct.test(path) && !isTestCode.test(path)) uses.push(...syntax.uses);
  }
  return [...faults, ...worldFaults(uses)];
}

function folderFaults(path: string): Fault[] {
  const name = forbiddenFolders.exec(path)?.[2];
  if (name === undefined) return [];
  return [
    {
      path,
      line: 1,
      rule: "folder",
      message: `a folder named ${name} says nothing: name it for its feature`,
    },
  ];
}

function lengthFaults(path: string, text: string): Fault[] {
  const length = text.split("\n").length - 1;
  if (!inCode.test(path) || length <= longest) return [];
  const message = `${length} lines, at most ${longest}: there is more than one idea in it`;
  return [{ path, line: longest + 1, rule: "length", message }];
}

function lineFaults(path: string, text: string): Fault[] {
  if (!/\.(tsx?|js|sql|css|liquid|sh|ya?ml)$/.test(path)) return [];
  return text
    .split("\n")
    .flatMap((content, at) =>
      lineRules
        .filter(({ pattern }) => pattern.test(content))
        .map(({ rule, message }) => ({ path, line: at + 1, rule, message })),
    );
}

/** Programs that run apart from the platform and bring their own clock, randomness and network: the SDK, the panels, each example. */
const programs = /^(packages\/app-sdk|(?=packages\/ui|apps\/(?:admin|partners))|examples\/[^/]+)/;

/** The clock, randomness and the network are parameters; one file each hands out the real one of a program. */
function worldFaults(uses: WorldUse[]): Fault[] {
  const groups = Object.values(
    Object.groupBy(uses, ({ what, path }) => `${what} in ${programs.exec(path)?.[0] ?? "the platform"}`),
  );
  return groups.flatMap((found = []) => {
    const paths = [...new Set(found.map((use) => use.path))];
    if (paths.length <= 1) return [];
    return found.map(({ what, path, line }) => {
      const message = `${what} is asked in ${paths.length} files (${paths.join(", ")}): one hands it out, the others take it as a parameter`;
      return { path, line, rule: "world", message };
    });
  });
}

function main(): void {
  const paths = projectFiles().filter((path) => !isGenerated(path));
  const read = paths.filter((path) => inCode.test(path) || /\.(sql|sh|ya?ml)$/.test(path));
  const faults = houseFaults(read.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })));
  for (const { path, line, rule, message } of faults) console.log(`${path}:${line} ${rule}: ${message}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
