import {
  DataTable,
  EmptyState,
  KeyValues,
  PageFrame,
  QueryBoundary,
  Section,
  StatusBadge,
  Timestamp,
  useAdminConsole,
} from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { toStaffPage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { useIdFromUrl } from "../../use-id-from-url.ts";
import { getTargetPage, type StaffStoreDetail } from "../records.ts";
import { StateBadge } from "../suspension/state-badge.tsx";
import { SuspensionSection } from "../suspension/suspension-section.tsx";
import { ActionsSection } from "./actions-section.tsx";

const { columns } = texts.staff;
const words = texts.staff.stores;

function useStoreFromUrl() {
  const admin = useAdminConsole();
  const id = useIdFromUrl();
  return useQuery({
    queryKey: ["staff", "store", id],
    queryFn: ({ signal }) => admin.staff_stores.get({ params: { id }, signal }),
  });
}

type StoreQuery = ReturnType<typeof useStoreFromUrl>;

/** Show a store: its owner, its apps, its suspension and the staff actions on it. */
export function StorePage() {
  const query = useStoreFromUrl();
  const store = query.data?.store;
  return (
    <PageFrame
      title={store?.name ?? words.loading}
      breadcrumbs={[{ label: words.title, to: toStaffPage("/stores") }]}
      {...(store ? { badge: <StateBadge suspended={store.suspended} /> } : {})}
      wide
    >
      <QueryBoundary query={query}>
        {(response) => <StoreSections store={response.store} query={query} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function StoreSections({ store, query }: { store: StaffStoreDetail; query: StoreQuery }) {
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
      <SuspensionSection target={{ kind: "store", id, name, textToType: handle, suspended }} />
      <AppsSection query={query} />
      <ActionsSection kind="store" id={id} />
    </>
  );
}

function AppsSection({ query }: { query: StoreQuery }) {
  return (
    <Section title={words.apps}>
      <DataTable
        label={words.apps}
        query={query}
        rows={(response) => response.store.apps}
        getKey={({ id }) => id}
        getLink={({ id }) => getTargetPage({ kind: "app", id })}
        empty={<EmptyState title={words.noApps} />}
        columns={[
          { id: "name", header: columns.name, cell: ({ name }) => name },
          {
            id: "state",
            header: columns.status,
            cell: ({ status, suspended }) => {
              if (suspended) return <StatusBadge tone="danger">{texts.staff.state.suspended}</StatusBadge>;
              return (
                <StatusBadge tone={status === "enabled" ? "good" : "warn"}>
                  {words.states[status]}
                </StatusBadge>
              );
            },
          },
          { id: "installed", header: columns.installed, cell: (app) => <Timestamp at={app.installed_at} /> },
        ]}
      />
    </Section>
  );
}
