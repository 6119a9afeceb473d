import { Button } from "@mantine/core";
import { IconBox } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import {
  DataTable,
  EmptyState,
  LoadingState,
  PageFrame,
  ProgressLine,
  QueryBoundary,
  Section,
  useAdminConsole,
} from "../../index.ts";

/** Show the empty, loading and error states of pages. */
export function StatesPage() {
  const admin = useAdminConsole();
  const failedQuery = useQuery({
    queryKey: ["failed"],
    queryFn: ({ signal }) => admin.products.list({ signal }),
    retry: false,
  });
  const pendingQuery = useQuery({
    queryKey: ["pending"],
    queryFn: () => new Promise<{ records: string[] }>(() => undefined),
  });
  return (
    <PageFrame title="States" lead="Empty, failed and loading content">
      <Section title="Empty">
        <EmptyState icon={IconBox} title="No products yet" action={<Button>Add product</Button>}>
          Add the first one, or install an app that imports them.
        </EmptyState>
      </Section>
      <Section title="Failed">
        <QueryBoundary query={failedQuery}>{() => <p>Never shown</p>}</QueryBoundary>
      </Section>
      <Section title="Loading">
        <LoadingState kind="form" />
        <ProgressLine label="Uninstalling…" />
      </Section>
      <DataTable
        label="Loading records"
        query={pendingQuery}
        rows={({ records }) => records}
        getKey={(record) => record}
        columns={[
          { id: "a", header: "First", cell: (record) => record },
          { id: "b", header: "Second", cell: (record) => record },
        ]}
      />
    </PageFrame>
  );
}
