import { Button, Group, Stack } from "@mantine/core";
import { Dialog, LeaveGuard, toast } from "@souk/ui";
import type { FormEvent, ReactNode } from "react";
import { texts } from "../../texts.ts";
import type { BulkActionProps } from "./bulk-action-props.ts";
import { BulkReport } from "./bulk-report.tsx";
import type { ChosenProduct } from "./chosen-products.ts";
import type { TaskReport } from "./run-tasks.ts";
import { type RunningTasks, useTasks } from "./use-tasks.ts";

interface BulkDialogProps extends BulkActionProps {
  title: string;
  /** The effect of the action, or the input it needs first. */
  children: ReactNode;
  /** The verb on the confirm button. */
  confirm: string;
  danger?: boolean;
  /** Whether the action can start; false: input is missing. */
  isReady?: boolean;
  run: (product: ChosenProduct) => Promise<unknown>;
  /** The toast when all products were changed. */
  done: (args: { count: number }) => string;
}

/** Show the dialog that confirms an action on many products, shows its progress and lists the failures. */
export function BulkDialog(props: BulkDialogProps) {
  const { chosen, run, done, onWorked, onClose } = props;
  const tasks = useTasks();
  // Until it is closed the report speaks of those that were chosen at first.
  const close = (report: TaskReport | null) => {
    onWorked(report === null ? [] : getCompleted(chosen, report));
    onClose();
  };
  const begin = async () => {
    const last = await tasks.start(
      chosen.map((product) => ({ key: product.id, name: product.title, run: () => run(product) })),
    );
    if (last.failures.length > 0 || last.tried < last.total) return;
    toast.done(done({ count: last.total }));
    close(last);
  };
  return (
    <Dialog opened onClose={() => close(tasks.report)} title={props.title} isBusy={tasks.isRunning}>
      <LeaveGuard isDirty={() => tasks.isRunning} />
      <Work {...props} tasks={tasks} onBegin={() => void begin()} onClose={() => close(tasks.report)} />
    </Dialog>
  );
}

/** Return the products that were tried and did not fail. */
function getCompleted(chosen: readonly ChosenProduct[], { tried, failures }: TaskReport): ChosenProduct[] {
  const failed = new Set(failures.map(({ key }) => key));
  return chosen.slice(0, tried).filter(({ id }) => !failed.has(id));
}

function Work(props: BulkDialogProps & { tasks: RunningTasks; onBegin: () => void }) {
  const { children, confirm, danger = false, isReady = true, tasks, onBegin, onClose } = props;
  const { report, isRunning, stop } = tasks;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isRunning && report === null) onBegin();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {report === null ? <div>{children}</div> : <BulkReport report={report} isRunning={isRunning} />}
        <Group justify="flex-end">
          {report === null && (
            <>
              <Button variant="default" onClick={onClose}>
                {texts.products.bulk.cancel}
              </Button>
              <Button type="submit" disabled={!isReady} data-autofocus {...(danger ? { color: "red" } : {})}>
                {confirm}
              </Button>
            </>
          )}
          {isRunning && (
            <Button variant="default" onClick={stop}>
              {texts.products.bulk.stop}
            </Button>
          )}
          {report !== null && !isRunning && <Button onClick={onClose}>{texts.products.bulk.close}</Button>}
        </Group>
      </Stack>
    </form>
  );
}
