import { Button } from "@mantine/core";
import { StatusBadge, Timestamp } from "@souk/ui";
import type { ReactNode } from "react";
import type { AppSecret } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./secrets.module.css";

const words = texts.secrets;

function describeNextSecret(switchAt: string | null): ReactNode {
  if (switchAt === null) return words.nextText;
  return words.nextFrom({ at: () => <Timestamp at={switchAt} absolute /> });
}

/** Show one secret: its last characters, its use, its creation date and its last use. */
export function SecretLine({ secret, onRevoke }: { secret: AppSecret; onRevoke?: () => void }) {
  const { hint, state, switch_at, created_at, last_used_at } = secret;
  return (
    <li className={styles["line"]}>
      <div>
        <div className={styles["name"]}>
          <span>{words.endsIn({ hint, code: (content) => <code>{content}</code> })}</span>
          <StatusBadge tone={state === "signing" ? "good" : "info"}>{words[state]}</StatusBadge>
        </div>
        <p className={styles["soft"]}>
          {state === "signing" ? words.signingText : describeNextSecret(switch_at)}{" "}
          {words.created({ at: () => <Timestamp at={created_at} /> })}{" "}
          {last_used_at === null
            ? words.neverUsed
            : words.lastUsed({ at: () => <Timestamp at={last_used_at} /> })}
        </p>
      </div>
      {onRevoke !== undefined && (
        <Button variant="outline" color="red" onClick={onRevoke} aria-label={words.revokeLabel({ hint })}>
          {words.revoke}
        </Button>
      )}
    </li>
  );
}
