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
  const broken = useQuery({
    queryKey: ["broken"],
    queryFn: ({ signal }) => admin.products.list({ signal }),
    retry: false,
  });
  const endless = useQuery({
    queryKey: ["endless"],
    queryFn: () => new Promise<{ none: string[] }>(() => undefined),
  });
  return (
    <PageFrame title="States" lead="Nothing, not yet, and not at all.">
      <Section title="Empty">
        <EmptyState icon={IconBox} title="No products yet" action={<Button>Add a product</Button>}>
          Add the first one, or install an app that brings them along.
        </EmptyState>
      </Section>
      <Section title="Refused">
        <QueryBoundary query={broken}>{() => <p>Never shown</p>}</QueryBoundary>
      </Section>
      <Section title="In transit">
        <LoadingState kind="form" />
        <ProgressLine label="Uninstalling…" />
      </Section>
      <DataTable
        label="Endless"
        query={endless}
        rows={({ none }) => none}
        getKey={(record) => record}
        columns={[
          { id: "a", header: "First", cell: (record) => record },
          { id: "b", header: "Second", cell: (record) => record },
        ]}
      />
    </PageFrame>
  );
}
