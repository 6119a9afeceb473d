import { type ChildProcess, spawn } from "node:child_process";
import { eventually } from "@souk/testkit";

/** A terminal with one shell, so that later commands have the same variables and working directory. */
export interface Terminal {
  /** Type commands and wait until they end. @returns their output @throws Error if the last one fails or they do not end in time */
  type(commands: string): Promise<string>;
  /** Type a command that keeps running, without waiting for it. */
  startCommand(command: string): void;
  /** Return all output so far, errors included. */
  getOutput(): string;
  /** Terminate everything that runs in the terminal, and wait until it has ended. */
  close(): Promise<void>;
}

const commandTimeoutMs = 20_000;

/** Open a terminal in a folder. */
export function openTerminal(folder: string, variables: Readonly<Record<string, string>>): Terminal {
  // The shell has its own process group, so that closing the terminal also ends processes that npm has started.
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
  let commandCount = 0;
  return {
    type: async (commands) => {
      const outputStart = output.length;
      const endMarker = `-- end ${++commandCount} of the commands:`;
      shell.stdin.write(`${commands}\nprintf '%s %s\\n' '${endMarker}' $?\n`);
      await eventually(() => output.indexOf(endMarker, outputStart) !== -1 && output.endsWith("\n"), {
        timeoutMs: commandTimeoutMs,
      }).catch(() => {
        throw new Error(`The commands did not end:\n${commands}\n${output.slice(outputStart)}${errors}`);
      });
      const outputEnd = output.indexOf(endMarker, outputStart);
      const status = output.slice(outputEnd + endMarker.length).trim();
      const commandOutput = output.slice(outputStart, outputEnd);
      if (status !== "0")
        throw new Error(`The commands ended with status ${status}:\n${commands}\n${commandOutput}${errors}`);
      return commandOutput;
    },
    startCommand: (command) => void shell.stdin.write(`${command}\n`),
    getOutput: () => output + errors,
    close: () => close(shell),
  };
}

async function close(shell: ChildProcess): Promise<void> {
  const closeEvent = new Promise((resolve) => shell.once("close", resolve));
  shell.stdin?.end();
  if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, "SIGTERM");
  await closeEvent;
}
