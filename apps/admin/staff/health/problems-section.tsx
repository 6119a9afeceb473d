import { Text } from "@mantine/core";
import { Section, StatusBadge } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { StaffHealth } from "../records.ts";
import { formatDuration } from "./format-age.ts";
import classes from "./problems-section.module.css";

const words = texts.staff.health;

type Problem = StaffHealth["problems"][number];

/** Show the problems that need attention, the worst first, each with what to do next. */
export function ProblemsSection({ problems, now }: { problems: readonly Problem[]; now: number }) {
  return (
    <Section title={words.attention}>
      {problems.length === 0 ? (
        <Text>
          <StatusBadge tone="good">{words.fine}</StatusBadge>
        </Text>
      ) : (
        <ul className={classes["list"]}>
          {problems.map((problem) => (
            <li key={problem.code} data-level={problem.level} className={classes["problem"]}>
              <StatusBadge tone={problem.level === "error" ? "danger" : "warn"}>
                {words.levels[problem.level]}
              </StatusBadge>
              <div>
                <Text fw={600}>{describeProblemWithAge(problem, now)}</Text>
                <Text c="dimmed" size="sm">
                  {words.nextSteps[problem.code]}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function describeProblemWithAge(problem: Problem, now: number): string {
  const { since } = problem;
  const text = describeProblem(problem);
  if (since === null) return text;
  return words.problemSince({ text, since: formatDuration(now - Date.parse(since)) });
}

function describeProblem({ code, count, parts }: Problem): string {
  const { problems } = words;
  const number = count ?? 0;
  switch (code) {
    case "smtp_unreachable":
    case "smtp_missing":
    case "emails_delayed":
    case "emails_failed":
    case "server_errors":
    case "endpoints_failing":
    case "jobs_delayed":
    case "jobs_failed":
    case "connections_high":
    case "migrations_pending":
      return problems[code]({ count: number });
    case "part_unavailable":
      return problems[code]({ parts: parts.map(getPartHeading).join(", ") });
    case "disk_reserve":
    case "no_delivery_process":
    case "unnumbered_events":
    case "transaction_old":
    case "disk_low":
    case "versions_differ":
      return problems[code];
  }
}

/** Return the heading of a part, or its name if this page does not know the part. */
function getPartHeading(name: string): string {
  return (words.parts as Readonly<Record<string, string>>)[name] ?? name;
}
