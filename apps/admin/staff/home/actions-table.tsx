import { Anchor } from "@mantine/core";
import {
  AppLink,
  type AskPage,
  DataTable,
  EmptyState,
  LongText,
  StatusBadge,
  Timestamp,
  type Tone,
  TwoLines,
  useAdminConsole,
} from "@souk/ui";
import { IconClipboardList } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { texts } from "../../texts.ts";
import { pageOfTarget, type StaffAction, type TargetKind } from "../records.ts";

const words = texts.staff.actions;

interface ActionsTableProps {
  /** The record whose actions are shown; all actions if omitted. */
  about?: { kind: TargetKind; id: number };
  page: number;
  onPage: AskPage;
}

/** Show the staff actions with person, date and reason, the latest first. */
export function ActionsTable({ about, page, onPage }: ActionsTableProps) {
  const admin = useAdminConsole();
  const asked = {
    page,
    limit: about ? 10 : 25,
    ...(about ? { target_kind: about.kind, target_id: about.id } : {}),
  };
  const query = useQuery({
    queryKey: ["staff", "actions", asked],
    queryFn: ({ signal }) => admin.staff_actions.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable
      label={about ? words.about : words.title}
      query={query}
      rows={(answer) => answer.actions}
      getKey={({ id }) => id}
      onPage={onPage}
      empty={
        <EmptyState icon={IconClipboardList} title={words.emptyTitle}>
          {about ? words.emptyAbout : words.empty}
        </EmptyState>
      }
      columns={[
        { id: "what", header: words.what, cell: (action) => <Did action={action} /> },
        ...(about ? [] : [{ id: "target", header: words.target, cell: targetCell }]),
        { id: "reason", header: words.reason, cell: (action) => <Why action={action} /> },
        { id: "who", header: words.who, cell: ({ account }) => <Who account={account} /> },
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
} as const satisfies Record<StaffAction["action"], Tone>;

function Did({ action: { action } }: { action: StaffAction }) {
  return <StatusBadge tone={tones[action]}>{words.labels[action]}</StatusBadge>;
}

function Why({ action: { reason, detail } }: { action: StaffAction }) {
  return <TwoLines first={<LongText text={reason} maxLength={100} />} second={detail ?? ""} />;
}

function targetCell({ target }: StaffAction) {
  const link = (
    <Anchor component={AppLink} to={pageOfTarget(target)}>
      {target.name}
    </Anchor>
  );
  return <TwoLines first={link} second={words.kinds[target.kind]} />;
}

function Who({ account: { name, email } }: Pick<StaffAction, "account">) {
  return <TwoLines first={name} second={name === email ? "" : email} />;
}
