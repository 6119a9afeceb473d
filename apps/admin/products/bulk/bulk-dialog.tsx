import { Button, Group, Stack } from "@mantine/core";
import { Dialog, LeaveGuard, toast } from "@souk/ui";
import type { FormEvent, ReactNode } from "react";
import { strings } from "../strings.ts";
import { BulkReport } from "./bulk-report.tsx";
import type { ChosenProduct } from "./chosen-products.ts";
import type { DeedProps } from "./deed-props.ts";
import type { TaskReport } from "./run-tasks.ts";
import { type RunningTasks, useTasks } from "./use-tasks.ts";

interface BulkDialogProps extends DeedProps {
  title: string;
  /** What will happen, or what must be said first. */
  children: ReactNode;
  /** The verb of what happens. */
  confirm: string;
  danger?: boolean;
  /** False: something must be said first. */
  isReady?: boolean;
  run: (product: ChosenProduct) => Promise<unknown>;
  /** What the toast says when all of it worked. */
  done: (count: number) => string;
}

/** Asks before something is done to many products, shows how far it has come, and names what did not work. */
export function BulkDialog(props: BulkDialogProps) {
  const { chosen, run, done, onWorked, onClose } = props;
  const tasks = useTasks();
  // Until it is closed the report speaks of those that were chosen at first.
  const close = (report: TaskReport | null) => {
    onWorked(report === null ? [] : workedOf(chosen, report));
    onClose();
  };
  const begin = async () => {
    const last = await tasks.start(
      chosen.map((product) => ({ key: product.id, name: product.title, run: () => run(product) })),
    );
    if (last.failures.length > 0 || last.tried < last.total) return;
    toast.done(done(last.total));
    close(last);
  };
  return (
    <Dialog opened onClose={() => close(tasks.report)} title={props.title} isBusy={tasks.isRunning}>
      <LeaveGuard isDirty={() => tasks.isRunning} />
      <Work {...props} tasks={tasks} onBegin={() => void begin()} onClose={() => close(tasks.report)} />
    </Dialog>
  );
}

/** Those that were tried and did not fail. */
function workedOf(chosen: readonly ChosenProduct[], { tried, failures }: TaskReport): ChosenProduct[] {
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
                {strings.bulk.cancel}
              </Button>
              <Button type="submit" disabled={!isReady} data-autofocus {...(danger ? { color: "red" } : {})}>
                {confirm}
              </Button>
            </>
          )}
          {isRunning && (
            <Button variant="default" onClick={stop}>
              {strings.bulk.stop}
            </Button>
          )}
          {report !== null && !isRunning && <Button onClick={onClose}>{strings.bulk.close}</Button>}
        </Group>
      </Stack>
    </form>
  );
}
