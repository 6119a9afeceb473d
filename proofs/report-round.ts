import { ordersIn, questionsIn, sendingsIn } from "./place-all.ts";
import { ratesGiven } from "./rate-truth.ts";
import type { Round } from "./struck-round.ts";

/** Print the result of a round in one line. */
export function reportRound(name: string, { placed, apps, backAfter, swept, truth }: Round): void {
  const count = (is: string) => placed.filter(({ known }) => known.is === is).length;
  const times = backAfter.map((ms) => Math.round(ms)).toSorted((a, b) => a - b);
  const sendings = sendingsIn(placed);
  const answered = sendings.filter(({ press }) => press.is === "done").length;
  const questions = questionsIn(placed).length;
  console.log(
    [
      `${name}: ${times.length} blows, ${placed.length} pieces, ${ordersIn(placed).length} of them orders`,
      `${count("done")} acknowledged, ${count("refused")} refused, ${count("unknown")} unknown`,
      ...(sendings.length === 0
        ? []
        : [`${sendings.length} orders sent, ${answered} presses of Fulfill answered, ${swept} swept`]),
      ...(questions === 0
        ? []
        : [`${questions} questions for rates, ${ratesGiven(placed, apps[0])} answered by the app`]),
      `${apps.length} apps, ${truth.distinct} webhooks, ${truth.received - truth.distinct} duplicates`,
      `at work again after ${times[0]} to ${times.at(-1)} ms`,
    ].join("; "),
  );
}
