import { Anchor } from "@mantine/core";
import {
  DataTable,
  EmptyState,
  type GoToPage,
  LongText,
  PageLink,
  StatusBadge,
  Timestamp,
  type Tone,
  TwoLines,
  useAdminConsole,
} from "@souk/ui";
import { IconClipboardList } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { texts } from "../../texts.ts";
import { getTargetPage, type StaffAction, type TargetKind } from "../records.ts";

const words = texts.staff.actions;

interface ActionsTableProps {
  /** The record on which staff took the shown actions; if undefined, all actions are shown. */
  target?: { kind: TargetKind; id: number };
  page: number;
  onPage: GoToPage;
}

/** Show the table of staff actions with their targets, reasons, people and dates, newest first. */
export function ActionsTable({ target, page, onPage }: ActionsTableProps) {
  const admin = useAdminConsole();
  const actionsQuery = {
    page,
    limit: target ? 10 : 25,
    ...(target ? { target_kind: target.kind, target_id: target.id } : {}),
  };
  const query = useQuery({
    queryKey: ["staff", "actions", actionsQuery],
    queryFn: ({ signal }) => admin.staff_actions.list({ query: actionsQuery, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable
      label={target ? words.about : words.title}
      query={query}
      rows={(response) => response.actions}
      getKey={({ id }) => id}
      onPage={onPage}
      empty={
        <EmptyState icon={IconClipboardList} title={words.emptyTitle}>
          {target ? words.emptyAbout : words.empty}
        </EmptyState>
      }
      columns={[
        { id: "what", header: words.what, cell: (action) => <ActionBadge action={action} /> },
        ...(target ? [] : [{ id: "target", header: words.target, cell: renderTarget }]),
        { id: "reason", header: words.reason, cell: (action) => <Reason action={action} /> },
        { id: "who", header: words.who, cell: ({ account }) => <Person account={account} /> },
        { id: "when", header: words.when, cell: ({ at }) => <Timestamp at={at} /> },
      ]}
    />
  );
}

const tones = {
  suspend: "danger",
  lift: "good",
  set_fulfillment_url: "info",
  clear_fulfillment_url: "warn",
  end_sessions: "warn",
  send_password_reset: "info",
} as const satisfies Record<StaffAction["action"], Tone>;

function ActionBadge({ action: { action } }: { action: StaffAction }) {
  return <StatusBadge tone={tones[action]}>{words.labels[action]}</StatusBadge>;
}

function Reason({ action: { reason, detail } }: { action: StaffAction }) {
  return <TwoLines first={<LongText text={reason} maxLength={100} />} second={detail ?? ""} />;
}

function renderTarget({ target }: StaffAction) {
  const link = (
    <Anchor component={PageLink} to={getTargetPage(target)}>
      {target.name}
    </Anchor>
  );
  return <TwoLines first={link} second={words.kinds[target.kind]} />;
}

function Person({ account: { name, email } }: Pick<StaffAction, "account">) {
  return <TwoLines first={name} second={name === email ? "" : email} />;
}
