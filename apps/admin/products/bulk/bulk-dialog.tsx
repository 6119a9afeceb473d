import { Button, Group, Stack } from "@mantine/core";
import { Dialog, LeaveGuard, toast } from "@souk/ui";
import type { FormEvent, ReactNode } from "react";
import { texts } from "../../texts.ts";
import type { BulkActionProps } from "./bulk-action-props.ts";
import { BulkReport } from "./bulk-report.tsx";
import type { TaskReport } from "./run-tasks.ts";
import type { SelectedProduct } from "./use-selected-products.ts";
import { type TaskRunner, useTaskRunner } from "./use-task-runner.ts";

interface BulkDialogProps extends BulkActionProps {
  title: string;
  /** The explanation of the action's effect, and the inputs that the action needs. */
  children: ReactNode;
  /** The label of the confirm button. */
  confirm: string;
  danger?: boolean;
  /** Whether the action can start; false if an input is missing. */
  isReady?: boolean;
  run: (product: SelectedProduct) => Promise<unknown>;
  /** Format the toast shown after all products were changed. */
  done: (args: { count: number }) => string;
}

/** Show the dialog that confirms an action on the selected products, shows its progress and lists the failures. */
export function BulkDialog(props: BulkDialogProps) {
  const { products, run, done, onCompleted, onClose } = props;
  const taskRunner = useTaskRunner();
  // Products are deselected only when the dialog closes, because until then the report is about all of them.
  const close = (report: TaskReport | null) => {
    onCompleted(report === null ? [] : listCompletedProducts(products, report));
    onClose();
  };
  const runAll = async () => {
    const report = await taskRunner.start(
      products.map((product) => ({ key: product.id, name: product.title, run: () => run(product) })),
    );
    if (report.failures.length > 0 || report.attemptedCount < report.totalCount) return;
    toast.done(done({ count: report.totalCount }));
    close(report);
  };
  return (
    <Dialog opened onClose={() => close(taskRunner.report)} title={props.title} isBusy={taskRunner.isRunning}>
      <LeaveGuard isDirty={() => taskRunner.isRunning} />
      <BulkDialogContent
        {...props}
        taskRunner={taskRunner}
        onConfirm={() => void runAll()}
        onClose={() => close(taskRunner.report)}
      />
    </Dialog>
  );
}

/** Return the products that were attempted and did not fail. */
function listCompletedProducts(
  products: readonly SelectedProduct[],
  { attemptedCount, failures }: TaskReport,
): SelectedProduct[] {
  const failedIds = new Set(failures.map(({ key }) => key));
  return products.slice(0, attemptedCount).filter(({ id }) => !failedIds.has(id));
}

function BulkDialogContent(props: BulkDialogProps & { taskRunner: TaskRunner; onConfirm: () => void }) {
  const { children, confirm, danger = false, isReady = true, taskRunner, onConfirm, onClose } = props;
  const { report, isRunning, stop } = taskRunner;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isRunning && report === null) onConfirm();
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
