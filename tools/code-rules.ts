// The rules that no other tool knows: names of folders, the length of files (CSS and Liquid too), no check switched off,
// no work left for later. Those that ESLint has are in eslint.config.js.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isGenerated, projectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A rule broken at a place. */
export type Violation = { path: string; line: number; rule: string; message: string };

/** A file with its text; the path starts at the root. */
export type SourceFile = { path: string; text: string };

const longest = 300;
const forbiddenFolders = /(^|\/)(utils?|helpers?|services?|types|common)\//;
/** The catalogs of messages: those of a panel in one language are in one file, however many they are. */
const isCatalog = /^(apps\/(admin|partners)|packages\/ui)\/messages\/[a-z]{2}(-[A-Za-z]+)*\.ts$/;
const inCode = /\.(tsx?|js|css|liquid)$/;

/**
 * The comment marks of a disabled check or of unfinished work; written in parts, so that this file keeps its own
 * rule.
 */
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

/** Return every rule broken in the files, in their order. */
export function findViolations(files: SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) => [
    ...checkFolder(path),
    ...checkLines(path, text),
    ...checkLength(path, text),
  ]);
}

function checkFolder(path: string): Violation[] {
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

function checkLength(path: string, text: string): Violation[] {
  const length = text.split("\n").length - 1;
  if (!inCode.test(path) || isCatalog.test(path) || length <= longest) return [];
  const message = `${length} lines, at most ${longest}: there is more than one idea in it`;
  return [{ path, line: longest + 1, rule: "length", message }];
}

function checkLines(path: string, text: string): Violation[] {
  if (!/\.(tsx?|js|sql|css|liquid|sh|ya?ml)$/.test(path)) return [];
  return text
    .split("\n")
    .flatMap((content, index) =>
      lineRules
        .filter(({ pattern }) => pattern.test(content))
        .map(({ rule, message }) => ({ path, line: index + 1, rule, message })),
    );
}

function main(): void {
  const paths = projectFiles().filter((path) => !isGenerated(path));
  const read = paths.filter((path) => inCode.test(path) || /\.(sql|sh|ya?ml)$/.test(path));
  const violations = findViolations(
    read.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  );
  for (const { path, line, rule, message } of violations) console.log(`${path}:${line} ${rule}: ${message}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
