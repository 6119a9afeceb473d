import { Button, Text } from "@mantine/core";
import { ProgressLine } from "../states/progress-line.tsx";
import { texts } from "../texts.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import styles from "./save-bar.module.css";

interface SaveBarProps {
  isDirty: boolean;
  isRunning: boolean;
  /** The reason for a failed save. It is shown in the bar, because a toast would cover the buttons. */
  problem?: string | undefined;
  /** The label of the save button. */
  save?: string;
  onSave: () => void;
  onDiscard: () => void;
}

/**
 * Show buttons to save or discard while a page has unsaved changes, and ask before a page with unsaved
 * changes is left.
 */
export function SaveBar(props: SaveBarProps) {
  const { isDirty, isRunning, problem, save = texts.form.save, onSave, onDiscard } = props;
  return (
    <>
      <LeaveGuard isDirty={() => isDirty} />
      <div role="status" className={styles["place"]}>
        {isDirty && (
          <div className={styles["bar"]} data-save-bar="">
            <Text size="sm" className={styles["words"]} data-problem={problem !== undefined || undefined}>
              {problem ?? texts.form.unsaved}
            </Text>
            <Button variant="default" onClick={onDiscard} disabled={isRunning}>
              {texts.form.discard}
            </Button>
            <Button onClick={onSave} loading={isRunning}>
              {save}
            </Button>
            {isRunning && <ProgressLine label={texts.form.saving} />}
          </div>
        )}
      </div>
    </>
  );
}
