// npm run verify -- words: finds words that Souk does not use in names, comments, texts and pages. A word is an error unless
// refused-words-exceptions.ts lists it for the file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isGenerated, listProjectFiles } from "./project-files.ts";
import { type WordException, wordExceptions } from "./refused-words-exceptions.ts";
import { root } from "./root.ts";

/** A refused word in a file. Lines are counted from 1; line 0 is the path itself. */
export interface FoundWord {
  path: string;
  line: number;
  word: string;
}

const refusedWords: ReadonlySet<string> = new Set(
  (
    "told telling sought wish wishes anew turnstile rig rigs twin twins deed deeds fares house houses doors " +
    "desk desks kit kits ground grounds wiring wirings"
  ).split(" "),
);

const refusedPhrasePattern =
  /\b(taken back|given back|put back|stands in|no answer came|our fault|good no more)\b/gi;
const refusedIdentifierPattern = /\b(most(?:_[a-z]|[A-Z])\w*|[A-Za-z]\w*(?:[a-z]Side|_side)s?)\b/g;

/** The last migration that had been applied when this check was added. Applied migrations must not be changed. */
const lastExemptMigration = 42;
const maxExceptions = 30;
const checkedFilePattern = /\.(tsx?|js|md|sql|css|html|json|liquid|ya?ml)$/;
/** The files whose strings users read: page texts, emails, messages of the API and the command line. Tests are excluded, because they quote. */
const userTextFilePattern = /^(packages|apps|examples)\/(?!.*(\.test\.tsx?$|\/testing\/)).*\.tsx?$/;
const guidePattern = /^(README\.md|docs\/(guides|concepts|operations)\/.*\.md)$/;
const stringPattern = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|>[^<>{}\n]+</g;

/**
 * Find the refused words of one file, in its path, names, comments and texts.
 * Identifiers are split at capital letters and underscores, so `toldAt` contains the word `told`, and `untold` does not.
 */
export function findRefusedWords(path: string, text: string): FoundWord[] {
  if (isExempt(path)) return [];
  const lines = text.split("\n");
  const wordsInPath = findWords(path).map((word) => ({ path, line: 0, word }));
  const wordsInLines = lines.flatMap((content, index) =>
    [...findWords(content), ...findRefusedIdentifiers(path, content)].map((word) => ({
      path,
      line: index + 1,
      word,
    })),
  );
  return [...wordsInPath, ...wordsInLines, ...findPhrases(path, text)];
}

function findWords(content: string): string[] {
  const words = content.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => refusedWords.has(word));
}

/** Find identifiers that begin with `most` or end with `side`. Prose may contain both words. */
function findRefusedIdentifiers(path: string, content: string): string[] {
  return /\.(tsx?|js)$/.test(path)
    ? Array.from(content.matchAll(refusedIdentifierPattern), ([name]) => name)
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
  return Array.from(text.matchAll(refusedPhrasePattern), ({ 0: phrase, index }) => ({
    path,
    line: linesBefore + text.slice(0, index).split("\n").length,
    word: phrase.toLowerCase(),
  }));
}

function isExempt(path: string): boolean {
  const number = /^packages\/database\/migrations\/(\d+)/.exec(path)?.[1];
  if (number !== undefined) return Number(number) <= lastExemptMigration;
  return isGenerated(path) || !checkedFilePattern.test(path) || /^tools\/refused-words.*\.ts$/.test(path);
}

/** Return an error for each word without an exception, for each unused exception, and for too many exceptions. */
export function checkWords(foundWords: readonly FoundWord[], exceptions: readonly WordException[]): string[] {
  const hasException = (exception: WordException) => (word: FoundWord) =>
    word.path === exception.path && word.word === exception.word;
  const errors = foundWords
    .filter((word) => !exceptions.some((exception) => hasException(exception)(word)))
    .map(
      ({ path, line, word }) => `${path}:${line} Souk does not use the word "${word}"; see CONTRIBUTING.md`,
    );
  const unusedExceptions = exceptions
    .filter((exception) => !foundWords.some(hasException(exception)))
    .map(({ path, word }) => `${path} no longer has the word "${word}": remove its exception`);
  const countErrors =
    exceptions.length > maxExceptions
      ? [`there are ${exceptions.length} exceptions, but at most ${maxExceptions} are allowed`]
      : [];
  return [...errors, ...unusedExceptions, ...countErrors];
}

function main(): void {
  const foundWords = listProjectFiles().flatMap((path) =>
    checkedFilePattern.test(path) ? findRefusedWords(path, readFileSync(join(root, path), "utf8")) : [],
  );
  const errors = checkWords(foundWords, wordExceptions);
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
