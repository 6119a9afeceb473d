import { Button, Text } from "@mantine/core";
import { ProgressLine } from "../states/progress-line.tsx";
import { strings } from "../strings.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import styles from "./save-bar.module.css";

interface SaveBarProps {
  isDirty: boolean;
  isRunning: boolean;
  /** Why it was not saved, in a sentence; the bar says it, where a toast would lie over its buttons. */
  problem?: string | undefined;
  /** What the button says. */
  save?: string;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stays in sight while a page has unsaved changes: save them, or take them back. It asks before they are left behind. */
export function SaveBar(props: SaveBarProps) {
  const { isDirty, isRunning, problem, save = strings.form.save, onSave, onDiscard } = props;
  return (
    <>
      <LeaveGuard isDirty={() => isDirty} />
      <div role="status" className={styles["place"]}>
        {isDirty && (
          <div className={styles["bar"]} data-save-bar="">
            <Text size="sm" className={styles["words"]} data-problem={problem !== undefined || undefined}>
              {problem ?? strings.form.unsaved}
            </Text>
            <Button variant="default" onClick={onDiscard} disabled={isRunning}>
              {strings.form.discard}
            </Button>
            <Button onClick={onSave} loading={isRunning}>
              {save}
            </Button>
            {isRunning && <ProgressLine label={strings.form.saving} />}
          </div>
        )}
      </div>
    </>
  );
}
