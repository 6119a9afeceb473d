import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import { texts } from "../texts.ts";
import styles from "./copy-field.module.css";

type Outcome = "none" | "copied" | "failed";

/** The time for which the outcome is shown, in milliseconds. */
const outcomeMs = 4_000;

function useCopy(value: string) {
  const [outcome, setOutcome] = useState<Outcome>("none");
  useEffect(() => {
    if (outcome === "none") return undefined;
    const timer = setTimeout(() => setOutcome("none"), outcomeMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return { outcome, copy };
}

/** Show a value with a button that copies it and reports the result. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const { outcome, copy } = useCopy(value);
  const message = { none: "", copied: texts.copied({ label }), failed: texts.copyFailed }[outcome];
  return (
    <div className={styles["field"]}>
      <div className={styles["label"]} id={id}>
        {label}
      </div>
      <div className={styles["box"]}>
        <code className={styles["value"]}>{value}</code>
        <Tooltip label={message === "" ? texts.copy({ label }) : message}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.copy({ label })}
            onClick={copy}
          >
            {outcome === "copied" ? <IconCheck size={18} /> : <IconCopy size={18} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </div>
  );
}
