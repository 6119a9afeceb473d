import { dayWords, KeyValues, LongText, Section, Timestamp } from "@souk/ui";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";

/** What a document says beside its lines, and when what happened to it. */
export function DocumentDetails({ document }: { document: StockDocument }) {
  const { fields, moments } = strings;
  const isTransfer = "to_location_id" in document;
  const happened = [
    [isTransfer ? moments.left : moments.sent, isTransfer ? document.sent_at : document.ordered_at],
    [moments.received, document.received_at],
    [moments.cancelled, document.cancelled_at],
    [moments.created, document.created_at],
  ] as const;
  return (
    <Section title={strings.details}>
      <KeyValues
        items={[
          ...(isTransfer
            ? ([[fields.from, document.from_location_name]] as const)
            : ([[fields.supplier, document.supplier_name || strings.noSupplier]] as const)),
          [fields.to, isTransfer ? document.to_location_name : document.location_name],
          [
            fields.expected,
            document.expected_at === null ? strings.notExpected : dayWords(document.expected_at),
          ],
          ...(document.note === ""
            ? []
            : ([[fields.note, <LongText key="note" text={document.note} />]] as const)),
          ...happened.flatMap(([label, at]) =>
            at === null ? [] : ([[label, <Timestamp key={label} at={at} />]] as const),
          ),
        ]}
      />
    </Section>
  );
}
