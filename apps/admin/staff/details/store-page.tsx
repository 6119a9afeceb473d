import {
  Answered,
  DataTable,
  EmptyState,
  KeyValues,
  PageFrame,
  Section,
  StatusBadge,
  Timestamp,
  useAdminConsole,
} from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useIdInAddress } from "../../id-in-address.ts";
import { toStaffPage } from "../../page-addresses.ts";
import { texts } from "../../texts.ts";
import { pageOfTarget, type StaffStoreDetail } from "../records.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { SuspensionSection } from "../suspension/suspension-section.tsx";
import { ActionsSection } from "./actions-section.tsx";

const { stores: words, columns } = texts.staff;

function useStoreOfAddress() {
  const admin = useAdminConsole();
  const id = useIdInAddress();
  return useQuery({
    queryKey: ["staff", "store", id],
    queryFn: ({ signal }) => admin.staff_stores.get({ params: { id }, signal }),
  });
}

type StoreQuery = ReturnType<typeof useStoreOfAddress>;

/** Show one store: its owner, its contents, and whether it is suspended. */
export function StorePage() {
  const query = useStoreOfAddress();
  const store = query.data?.store;
  return (
    <PageFrame
      title={store?.name ?? words.loading}
      breadcrumbs={[{ label: words.title, to: toStaffPage("/stores") }]}
      {...(store ? { badge: <StateBadge suspended={store.suspended} /> } : {})}
      wide
    >
      <Answered query={query}>{(answer) => <OneStore store={answer.store} query={query} />}</Answered>
    </PageFrame>
  );
}

function OneStore({ store, query }: { store: StaffStoreDetail; query: StoreQuery }) {
  const { id, name, handle, domain, owner_email, product_count, suspended, created_at } = store;
  return (
    <>
      <Section title={words.details}>
        <KeyValues
          items={[
            [words.handle, handle],
            [words.domain, domain],
            [words.owner, owner_email ?? words.noOwner],
            [columns.products, String(product_count)],
            [columns.created, <Timestamp key="at" at={created_at} absolute />],
          ]}
        />
      </Section>
      <SuspensionSection target={{ kind: "store", id, name, typed: handle, suspended }} />
      <Apps query={query} />
      <ActionsSection kind="store" id={id} />
    </>
  );
}

function Apps({ query }: { query: StoreQuery }) {
  return (
    <Section title={words.apps}>
      <DataTable
        label={words.apps}
        query={query}
        rows={(answer) => answer.store.apps}
        getKey={({ id }) => id}
        getLink={({ id }) => pageOfTarget({ kind: "app", id })}
        empty={<EmptyState title={words.noApps} />}
        columns={[
          { id: "name", header: columns.name, cell: ({ name }) => name },
          {
            id: "state",
            header: columns.status,
            cell: ({ status, suspended }) => (
              <StatusBadge tone={suspended ? "danger" : status === "enabled" ? "good" : "warn"}>
                {suspended ? texts.staff.state.suspended : words.states[status]}
              </StatusBadge>
            ),
          },
          { id: "installed", header: columns.installed, cell: (app) => <Timestamp at={app.installed_at} /> },
        ]}
      />
    </Section>
  );
}
