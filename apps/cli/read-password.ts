import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CliError } from "./cli-error.ts";
import type { Terminal } from "./command.ts";

/**
 * Asks for a password without showing it; takes the first line of what is piped in instead.
 * @param options `twice`: a new one, which a slip of the hand must not decide; it is when left out
 */
export async function readPassword(
  { input, output }: Terminal,
  email: string,
  { twice = true }: { twice?: boolean } = {},
): Promise<string> {
  // Nothing of what readline would show of the line goes out.
  const silent = new Writable({ write: (_part, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: input.isTTY === true });
  try {
    if (!input.isTTY) return await firstLine(lines);
    const ask = async (question: string): Promise<string> => {
      output.write(question);
      const answer = await lines.question("");
      output.write("\n");
      return answer;
    };
    const password = await ask(`Password for ${email} (not shown): `);
    if (twice && password !== (await ask("The same again: ")))
      throw new CliError("The two passwords are not the same.");
    return password;
  } finally {
    lines.close();
  }
}

async function firstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line;
  throw new CliError("No password was given; pipe one line in.");
}
