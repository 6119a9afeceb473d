import { Button, Group, Select } from "@mantine/core";
import { exportedResources, isImportable } from "@souk/contract";
import { ErrorNote, Section, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { useExportFilters } from "./export-filters.ts";
import { type Export, exportsKey } from "./export-queries.ts";
import { NarrowedNote } from "./narrowed-note.tsx";
import { strings } from "./strings.ts";

const formatsOf = (resource: Export["resource"]) =>
  isImportable(resource) ? (["csv", "jsonl"] as const) : (["jsonl"] as const);

/** Begins an export: of what, and as what kind of file. */
export function ExportForm() {
  const admin = useAdminConsole();
  const place = useExportFilters();
  const { resource, filters, isNarrowed } = place;
  const [wanted, setFormat] = useState<Export["format"]>("csv");
  const formats = formatsOf(resource);
  const format = formats.find((known) => known === wanted) ?? formats[0];
  const action = useAction<void, unknown>({
    run: () => admin.exports.create({ body: { resource, format, ...(isNarrowed ? { filters } : {}) } }),
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
            data={exportedResources.map((value) => ({ value, label: strings.resources[value] }))}
            onChange={(chosen) =>
              place.choose(exportedResources.find((known) => known === chosen) ?? "products")
            }
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
        <NarrowedNote place={place} />
        {action.error !== null && <ErrorNote error={action.error} />}
      </form>
    </Section>
  );
}
