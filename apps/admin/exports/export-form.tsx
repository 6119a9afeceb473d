import { Button, Group, Select, Text } from "@mantine/core";
import { ErrorNote, Section, useAction, useAdminConsole, usePlace } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { type Export, exportsKey } from "./export-queries.ts";
import { strings } from "./strings.ts";

const resources = ["products", "inventory_levels", "inventory_movements"] as const;
const formatsOf = (resource: Export["resource"]) =>
  resource === "products" ? (["csv", "jsonl"] as const) : (["jsonl"] as const);

const filterNames = [
  "query",
  "visibility",
  "stock",
  "collection_ids",
  "vendor",
  "brand",
  "product_type",
  "tags",
] as const;

/** What narrowed the list of products that the person came from. */
function useExportFilters() {
  const { at, go } = usePlace(filterNames);
  const filters = Object.fromEntries(Object.entries(at).filter(([, value]) => value !== ""));
  const clear = () => go(Object.fromEntries(filterNames.map((name) => [name, ""])));
  return { filters, clear, isNarrowed: Object.keys(filters).length > 0 };
}

/** Begins an export: of what, and as what kind of file. */
export function ExportForm() {
  const admin = useAdminConsole();
  const [resource, setResource] = useState<Export["resource"]>("products");
  const [wanted, setFormat] = useState<Export["format"]>("csv");
  const formats = formatsOf(resource);
  const format = formats.find((known) => known === wanted) ?? formats[0];
  const { filters, clear, isNarrowed } = useExportFilters();
  const narrows = isNarrowed && resource === "products";
  const action = useAction<void, unknown>({
    run: () => admin.exports.create({ body: { resource, format, ...(narrows ? { filters } : {}) } }),
    quiet: true,
    done: strings.form.started,
    refresh: [exportsKey],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!action.isRunning) action.start();
  };
  return (
    <Section title={strings.form.title}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <Select
            label={strings.form.resource}
            w={{ base: "100%", xs: 240 }}
            allowDeselect={false}
            value={resource}
            data={resources.map((value) => ({ value, label: strings.resources[value] }))}
            onChange={(chosen) => setResource(resources.find((known) => known === chosen) ?? "products")}
          />
          <Select
            label={strings.form.format}
            w={{ base: "100%", xs: 300 }}
            allowDeselect={false}
            value={format}
            data={formats.map((value) => ({ value, label: strings.formats[value] }))}
            onChange={(chosen) => setFormat(chosen === "jsonl" ? "jsonl" : "csv")}
          />
          <Button type="submit" loading={action.isRunning}>
            {strings.form.submit}
          </Button>
        </Group>
        {narrows && (
          <Group gap="sm" mt="sm">
            <Text size="sm">{strings.form.only(Object.values(filters).map((value) => `“${value}”`))}</Text>
            <Button size="xs" variant="default" onClick={clear}>
              {strings.form.every}
            </Button>
          </Group>
        )}
        {action.error !== null && <ErrorNote error={action.error} />}
      </form>
    </Section>
  );
}
