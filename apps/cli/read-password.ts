import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CliError } from "./cli-error.ts";
import type { Terminal } from "./command.ts";

/**
 * Ask for a password without showing it. If the input is a pipe, read its first line instead.
 * @param options `mustRepeat`: whether to ask twice, to detect a typing error in a new password. Defaults to true
 */
export async function readPassword(
  { input, output }: Terminal,
  email: string,
  { mustRepeat = true }: { mustRepeat?: boolean } = {},
): Promise<string> {
  // readline would show the typed password in its output, so its output is discarded.
  const discardedOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: discardedOutput, terminal: input.isTTY === true });
  try {
    if (!input.isTTY) return await readFirstLine(lines);
    const promptFor = async (question: string): Promise<string> => {
      output.write(question);
      const line = await lines.question("");
      output.write("\n");
      return line;
    };
    const password = await promptFor(`Password for ${email} (not shown): `);
    if (mustRepeat && password !== (await promptFor("Repeat the password: ")))
      throw new CliError("The passwords do not match.");
    return password;
  } finally {
    lines.close();
  }
}

async function readFirstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line;
  throw new CliError("No password was given. Pipe one line to standard input.");
}
