import { Alert, Group, List, Progress, Text } from "@mantine/core";
import { describeError, FillSheet, SaveBar, Sheet, useSheet, useStore } from "@souk/ui";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMemo } from "react";
import { texts } from "../../texts.ts";
import { buildVariantColumns } from "../../variants/variant-columns.ts";
import { SheetPages, useSheetPage } from "./sheet-pages.tsx";
import { buildSheetRows, getRowName, type SheetProduct, type SheetVariant } from "./sheet-rows.ts";
import { useSaveSheet } from "./use-save-sheet.ts";

const getKey = ({ id }: SheetVariant) => id;

/** Show the variants of several products in one sheet. Changes are saved product by product. */
export function ProductsSheet({ products }: { products: readonly SheetProduct[] }) {
  const { currency_code } = useStore();
  const rows = useMemo(() => buildSheetRows(products), [products]);
  const columns = useMemo(
    () => buildVariantColumns(["price", "compare_at_price", "sku", "barcode"], currency_code),
    [currency_code],
  );
  const sheet = useSheet({ rows, getKey, columns });
  const page = useSheetPage(sheet);
  const { save, report, isRunning } = useSaveSheet(products, sheet);
  const groups = products.map(({ id, title }) => ({
    label: title,
    contains: ({ product_id }: SheetVariant) => product_id === id,
  }));
  const words = texts.products.sheet;
  const saveIfValid = () => {
    const isValid = sheet.check();
    if (isValid) void save();
    else sheet.focusFirstError();
  };
  return (
    <>
      <Group>
        <FillSheet sheet={sheet} groups={groups} />
      </Group>
      {isRunning && report && (
        <div>
          <Text size="sm" role="status">
            {words.progress({ attemptedCount: report.attemptedCount, totalCount: report.totalCount })}
          </Text>
          <Progress value={(100 * report.attemptedCount) / report.totalCount} aria-label={words.title} />
        </div>
      )}
      {!isRunning && report !== null && report.failures.length > 0 && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title={words.failedTitle}>
          <List size="sm">
            {report.failures.map(({ key, name, error }) => (
              <List.Item key={key}>{words.failed({ name, reason: describeError(error).text })}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Sheet
        label={words.label}
        nameHeader={words.corner}
        sheet={sheet}
        getName={getRowName}
        visibleRows={page.visibleRows}
      />
      <SheetPages {...page} />
      <SaveBar
        isDirty={sheet.changes.size > 0}
        isRunning={isRunning}
        problem={sheet.errors.size > 0 ? words.invalidCells : undefined}
        onSave={saveIfValid}
        onDiscard={() => sheet.dropChanges()}
      />
    </>
  );
}
