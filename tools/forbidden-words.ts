// npm run verify -- words: finds words that Souk does not use in names, comments, texts and pages. A word is an error unless
// forbidden-words-exceptions.ts lists it for the file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type WordException, wordExceptions } from "./forbidden-words-exceptions.ts";
import { isGenerated, listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A forbidden word in a file. Lines are counted from 1; line 0 is the path itself. */
export interface FoundWord {
  path: string;
  line: number;
  word: string;
}

const forbiddenWords: ReadonlySet<string> = new Set(
  (
    "told telling sought wish wishes anew turnstile rig rigs twin twins deed deeds fares house houses doors " +
    "desk desks kit kits ground grounds wiring wirings"
  ).split(" "),
);

const forbiddenPhrasePattern =
  /\b(taken back|given back|put back|stands in|no answer came|our fault|good no more)\b/gi;
const forbiddenIdentifierPattern = /\b(most(?:_[a-z]|[A-Z])\w*|[A-Za-z]\w*(?:[a-z]Side|_side)s?)\b/g;

/** The last migration that had been applied when this check was added. Applied migrations must not be changed. */
const lastExemptMigration = 42;
const maxExceptions = 30;
const checkedFilePattern = /\.(tsx?|js|md|sql|css|html|json|liquid|ya?ml)$/;
/**
 * The files whose strings users read: page texts, emails, messages of the API and the command line. Tests are excluded, because they
 * may quote forbidden phrases.
 */
const userTextFilePattern = /^(packages|apps|examples)\/(?!.*(\.test\.tsx?$|\/testing\/)).*\.tsx?$/;
const guidePattern = /^(README\.md|docs\/(guides|concepts|operations)\/.*\.md)$/;
const stringPattern = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|>[^<>{}\n]+</g;

/**
 * Find the forbidden words of one file, in its path, names, comments and texts.
 * Identifiers are split at capital letters and underscores, so `toldAt` contains the word `told`, and `untold` does not.
 */
export function findForbiddenWords(path: string, text: string): FoundWord[] {
  if (isExempt(path)) return [];
  const lines = text.split("\n");
  const wordsInPath = findWords(path).map((word) => ({ path, line: 0, word }));
  const wordsInLines = lines.flatMap((content, index) =>
    [...findWords(content), ...findForbiddenIdentifiers(path, content)].map((word) => ({
      path,
      line: index + 1,
      word,
    })),
  );
  return [...wordsInPath, ...wordsInLines, ...findPhrases(path, text)];
}

function findWords(content: string): string[] {
  const words = content.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => forbiddenWords.has(word));
}

/** Find identifiers that begin with `most` or end with `side`. Prose may contain both words. */
function findForbiddenIdentifiers(path: string, content: string): string[] {
  return /\.(tsx?|js)$/.test(path)
    ? Array.from(content.matchAll(forbiddenIdentifierPattern), ([name]) => name)
    : [];
}

function findPhrases(path: string, text: string): FoundWord[] {
  if (guidePattern.test(path)) return findPhrasesInText(path, text, 0);
  if (!userTextFilePattern.test(path)) return [];
  return Array.from(text.matchAll(stringPattern)).flatMap((match) =>
    findPhrasesInText(path, match[0], text.slice(0, match.index).split("\n").length - 1),
  );
}

function findPhrasesInText(path: string, text: string, linesBefore: number): FoundWord[] {
  return Array.from(text.matchAll(forbiddenPhrasePattern), ({ 0: phrase, index }) => ({
    path,
    line: linesBefore + text.slice(0, index).split("\n").length,
    word: phrase.toLowerCase(),
  }));
}

function isExempt(path: string): boolean {
  const number = /^packages\/database\/migrations\/(\d+)/.exec(path)?.[1];
  if (number !== undefined) return Number(number) <= lastExemptMigration;
  return isGenerated(path) || !checkedFilePattern.test(path) || /^tools\/forbidden-words.*\.ts$/.test(path);
}

/** Return an error for each word without an exception, for each unused exception, and for too many exceptions. */
export function checkWords(foundWords: readonly FoundWord[], exceptions: readonly WordException[]): string[] {
  const isAllowedBy = (word: FoundWord, exception: WordException) =>
    word.path === exception.path && word.word === exception.word;
  const errors = foundWords
    .filter((word) => !exceptions.some((exception) => isAllowedBy(word, exception)))
    .map(
      ({ path, line, word }) => `${path}:${line} Souk does not use the word "${word}"; see CONTRIBUTING.md`,
    );
  const unusedExceptions = exceptions
    .filter((exception) => !foundWords.some((word) => isAllowedBy(word, exception)))
    .map(({ path, word }) => `${path} no longer has the word "${word}": remove its exception`);
  const countErrors =
    exceptions.length > maxExceptions
      ? [`there are ${exceptions.length} exceptions, but at most ${maxExceptions} are allowed`]
      : [];
  return [...errors, ...unusedExceptions, ...countErrors];
}

function main(): void {
  const foundWords = listProjectFiles().flatMap((path) =>
    checkedFilePattern.test(path) ? findForbiddenWords(path, readFileSync(join(root, path), "utf8")) : [],
  );
  const errors = checkWords(foundWords, wordExceptions);
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
