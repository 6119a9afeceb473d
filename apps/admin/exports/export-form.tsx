import { Button, Group, Select } from "@mantine/core";
import { exportedResources, isImportable } from "@souk/contract";
import { ErrorNote, Section, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../texts.ts";
import { useExportFilters } from "./export-filters.ts";
import { ExportFiltersNote } from "./export-filters-note.tsx";
import { type Export, exportsKey } from "./export-queries.ts";

/** List the file formats in which a resource can be exported. */
const listFormats = (resource: Export["resource"]) =>
  isImportable(resource) ? (["csv", "jsonl"] as const) : (["jsonl"] as const);

/** Show the form to select a resource and a file format and start an export. */
export function ExportForm() {
  const admin = useAdminConsole();
  const exportFilters = useExportFilters();
  const { resource, filters, isFiltered } = exportFilters;
  const [selectedFormat, setFormat] = useState<Export["format"]>("csv");
  const formats = listFormats(resource);
  const format = formats.find((candidate) => candidate === selectedFormat) ?? formats[0];
  const action = useAction<void, unknown>({
    run: () => admin.exports.create({ body: { resource, format, ...(isFiltered ? { filters } : {}) } }),
    quiet: true,
    done: texts.exports.form.started,
    refresh: [exportsKey],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!action.isRunning) action.start();
  };
  return (
    <Section title={texts.exports.form.title}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <Select
            label={texts.exports.form.resource}
            w={{ base: "100%", xs: 240 }}
            allowDeselect={false}
            value={resource}
            data={exportedResources.map((value) => ({ value, label: texts.exports.resources[value] }))}
            onChange={(selected) =>
              exportFilters.selectResource(
                exportedResources.find((candidate) => candidate === selected) ?? "products",
              )
            }
          />
          <Select
            label={texts.exports.form.format}
            w={{ base: "100%", xs: 300 }}
            allowDeselect={false}
            value={format}
            data={formats.map((value) => ({ value, label: texts.exports.formats[value] }))}
            onChange={(selected) => setFormat(selected === "jsonl" ? "jsonl" : "csv")}
          />
          <Button type="submit" loading={action.isRunning}>
            {texts.exports.form.submit}
          </Button>
        </Group>
        <ExportFiltersNote exportFilters={exportFilters} />
        {action.error !== null && <ErrorNote error={action.error} />}
      </form>
    </Section>
  );
}
