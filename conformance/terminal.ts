import { type ChildProcess, spawn } from "node:child_process";
import { eventually } from "@souk/testkit";

/** A terminal with a shell in it, as a reader has it: typed state stays for later commands. */
export interface Terminal {
  /** Type commands and wait for their end. @returns what they printed @throws with what went wrong */
  type(commands: string): Promise<string>;
  /** Type a command that keeps running. */
  leaveRunning(command: string): void;
  /** Return all output so far, errors included. */
  printed(): string;
  /** End whatever runs in the terminal, as Ctrl-C and closing the window do, and wait for that. */
  close(): Promise<void>;
}

const commandTimeoutMs = 20_000;

/** Open a terminal in a folder. */
export function openTerminal(folder: string, variables: Readonly<Record<string, string>>): Terminal {
  // Its own process group, so that closing it reaches what npm has started as well.
  const shell = spawn("bash", ["--noprofile", "--norc"], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...variables, NODE_TEST_CONTEXT: "", NODE_OPTIONS: "" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  shell.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  let ends = 0;
  return {
    type: async (commands) => {
      const from = output.length;
      const mark = `-- end ${++ends} of the commands:`;
      shell.stdin.write(`${commands}\nprintf '%s %s\\n' '${mark}' $?\n`);
      await eventually(() => output.indexOf(mark, from) !== -1 && output.endsWith("\n"), {
        within: commandTimeoutMs,
      }).catch(() => {
        throw new Error(`The commands did not end:\n${commands}\n${output.slice(from)}${errors}`);
      });
      const end = output.indexOf(mark, from);
      const status = output.slice(end + mark.length).trim();
      const printed = output.slice(from, end);
      if (status !== "0") throw new Error(`Ended with ${status}:\n${commands}\n${printed}${errors}`);
      return printed;
    },
    leaveRunning: (command) => void shell.stdin.write(`${command}\n`),
    printed: () => output + errors,
    close: () => close(shell),
  };
}

async function close(shell: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => shell.once("close", resolve));
  shell.stdin?.end();
  if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, "SIGTERM");
  await ended;
}
