import { Button } from "@mantine/core";
import { StatusBadge, Timestamp } from "@souk/ui";
import type { AppSecret } from "../records.ts";
import { strings } from "../strings.ts";
import styles from "./secrets.module.css";

const words = strings.secrets;

/** One secret: how it ends, what it is good for, since when. */
export function SecretLine({ secret, onRevoke }: { secret: AppSecret; onRevoke?: () => void }) {
  const { hint, state, switch_at, created_at } = secret;
  return (
    <li className={styles["line"]}>
      <div>
        <div className={styles["name"]}>
          <span>
            {words.endsIn} <code>{hint}</code>
          </span>
          <StatusBadge tone={state === "signing" ? "good" : "info"}>{words[state]}</StatusBadge>
        </div>
        <p className={styles["soft"]}>
          {state === "signing" ? words.signingText : words.nextText}
          {state === "next" && switch_at !== null && (
            <>
              {" "}
              <Timestamp at={switch_at} absolute />.
            </>
          )}{" "}
          {words.created} <Timestamp at={created_at} />.
        </p>
      </div>
      {onRevoke !== undefined && (
        <Button variant="outline" color="red" onClick={onRevoke} aria-label={words.revokeOne(hint)}>
          {words.revoke}
        </Button>
      )}
    </li>
  );
}
