// Checks the rules that no other tool checks: the names of folders, the length of files (including CSS and Liquid), no disabled
// checks, and no to-do comments. The rules of ESLint are in eslint.config.js.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isGenerated, listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A line that breaks a rule. */
export type Violation = { path: string; line: number; rule: string; message: string };

/** A file with its text and its path from the root. */
export type SourceFile = { path: string; text: string };

const maxLines = 300;
const forbiddenFolderPattern = /(^|\/)(utils?|helpers?|services?|types|common)\//;
/** The message catalogs, which may be longer: all messages of a panel in one language are in one file. */
const catalogPattern = /^(apps\/(admin|partners)|packages\/ui)\/messages\/[a-z]{2}(-[A-Za-z]+)*\.ts$/;
const codeFilePattern = /\.(tsx?|js|css|liquid)$/;

/**
 * Comments that disable a check or mark unfinished work. The patterns are concatenated, because this file would break its own
 * rules otherwise.
 */
const lineRules = [
  {
    rule: "disabled-check",
    pattern: new RegExp(
      `(eslint-${"disable"}|biome-${"ignore"}|@ts-${"(ignore|expect-error|nocheck)"}|v8 ${"ignore"})`,
    ),
    message: "a check must not be disabled: change the code or the rule",
  },
  {
    rule: "unfinished",
    pattern: new RegExp(
      `(//|/\\*|^\\s*\\*|^\\s*#|--).*\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`,
    ),
    message: "unfinished work belongs in an issue, not in the code",
  },
];

/** Find all violations in the files, in the order of the files. */
export function findViolations(files: SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) => [
    ...findFolderViolations(path),
    ...findLineViolations(path, text),
    ...findLengthViolations(path, text),
  ]);
}

function findFolderViolations(path: string): Violation[] {
  const name = forbiddenFolderPattern.exec(path)?.[2];
  if (name === undefined) return [];
  return [
    {
      path,
      line: 1,
      rule: "folder",
      message: `the folder name ${name} has no meaning: name the folder after its feature`,
    },
  ];
}

function findLengthViolations(path: string, text: string): Violation[] {
  const lineCount = text.split("\n").length - 1;
  if (!codeFilePattern.test(path) || catalogPattern.test(path) || lineCount <= maxLines) return [];
  const message = `the file has ${lineCount} lines, but at most ${maxLines} are allowed: split it by topic`;
  return [{ path, line: maxLines + 1, rule: "length", message }];
}

function findLineViolations(path: string, text: string): Violation[] {
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
  const paths = listProjectFiles().filter((path) => !isGenerated(path));
  const checkedPaths = paths.filter((path) => codeFilePattern.test(path) || /\.(sql|sh|ya?ml)$/.test(path));
  const violations = findViolations(
    checkedPaths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  );
  for (const { path, line, rule, message } of violations) console.log(`${path}:${line} ${rule}: ${message}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
