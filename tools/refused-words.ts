// npm run verify -- words: finds the words that Souk does not use, in names, comments, texts and pages, and refuses what
// refused-words-exceptions.ts does not list.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isGenerated, projectFiles } from "./project-files.ts";
import { type WordException, wordExceptions } from "./refused-words-exceptions.ts";
import { root } from "./root.ts";

/** A refused word at a place: the path of the file and the line, counted from 1 (0 is the path itself). */
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

const refusedPhrases =
  /\b(taken back|given back|put back|stands in|no answer came|our fault|good no more)\b/gi;
const refusedParts = /\b(most(?:_[a-z]|[A-Z])\w*|[A-Za-z]\w*(?:[a-z]Side|_side)s?)\b/g;

/** The last migration that was applied somewhere before the check came: applied migrations stay byte for byte. */
const lastExemptMigration = 42;
const maxExceptions = 30;
const isRead = /\.(tsx?|js|md|sql|css|html|json|liquid|ya?ml)$/;
/** Where people read the strings: pages, mails, messages of the API and the command line, guides. Tests quote what others write. */
const hasReaders = /^(packages|apps|examples)\/(?!.*(\.test\.tsx?$|\/testing\/)).*\.tsx?$/;
const hasReadersWhole = /^(README\.md|docs\/(guides|concepts|operations)\/.*\.md)$/;
const stringLiteral = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|>[^<>{}\n]+</g;

/**
 * Find the refused words of one file, in its path, names, comments and texts.
 * Identifiers are split at case and underscore, so `toldAt` holds the word and `untold` does not.
 */
export function findRefusedWords(path: string, text: string): FoundWord[] {
  if (isExempt(path)) return [];
  const lines = text.split("\n");
  const inPath = findWords(path).map((word) => ({ path, line: 0, word }));
  const inLines = lines.flatMap((content, index) =>
    [...findWords(content), ...findParts(path, content)].map((word) => ({ path, line: index + 1, word })),
  );
  return [...inPath, ...inLines, ...findPhrases(path, text)];
}

function findWords(content: string): string[] {
  const words = content.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => refusedWords.has(word));
}

/** `most` begins no identifier and `side` ends none; prose may say both. */
function findParts(path: string, content: string): string[] {
  return /\.(tsx?|js)$/.test(path) ? Array.from(content.matchAll(refusedParts), ([name]) => name) : [];
}

function findPhrases(path: string, text: string): FoundWord[] {
  if (hasReadersWhole.test(path)) return phrasesIn(path, text, 0);
  if (!hasReaders.test(path)) return [];
  return Array.from(text.matchAll(stringLiteral)).flatMap((match) =>
    phrasesIn(path, match[0], text.slice(0, match.index).split("\n").length - 1),
  );
}

function phrasesIn(path: string, text: string, linesBefore: number): FoundWord[] {
  return Array.from(text.matchAll(refusedPhrases), ({ 0: phrase, index }) => ({
    path,
    line: linesBefore + text.slice(0, index).split("\n").length,
    word: phrase.toLowerCase(),
  }));
}

function isExempt(path: string): boolean {
  const number = /^packages\/database\/migrations\/(\d+)/.exec(path)?.[1];
  if (number !== undefined) return Number(number) <= lastExemptMigration;
  return isGenerated(path) || !isRead.test(path) || /^tools\/refused-words.*\.ts$/.test(path);
}

/** Say what is wrong with the words found: those that no exception names, exceptions that nothing needs, more of them than allowed. */
export function checkWords(found: readonly FoundWord[], exceptions: readonly WordException[]): string[] {
  const names = (exception: WordException) => (word: FoundWord) =>
    word.path === exception.path && word.word === exception.word;
  const errors = found
    .filter((word) => !exceptions.some((exception) => names(exception)(word)))
    .map(
      ({ path, line, word }) => `${path}:${line} the word "${word}" is not used here; see CONTRIBUTING.md`,
    );
  const unneeded = exceptions
    .filter((exception) => !found.some(names(exception)))
    .map(({ path, word }) => `${path} no longer has the word "${word}": take its exception away`);
  const surplus =
    exceptions.length > maxExceptions ? [`${exceptions.length} exceptions, at most ${maxExceptions}`] : [];
  return [...errors, ...unneeded, ...surplus];
}

function main(): void {
  const found = projectFiles().flatMap((path) =>
    isRead.test(path) ? findRefusedWords(path, readFileSync(join(root, path), "utf8")) : [],
  );
  const errors = checkWords(found, wordExceptions);
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
