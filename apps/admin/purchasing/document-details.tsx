import { formatDay, KeyValues, LongText, Section, Timestamp } from "@souk/ui";
import { texts } from "../texts.ts";
import type { StockDocument } from "./stock-document.ts";

/** Show the details of a stock document and when it was created, ordered or sent, received and canceled. */
export function DocumentDetails({ document }: { document: StockDocument }) {
  const { fields, dates } = texts.purchasing;
  const isTransfer = "to_location_id" in document;
  const eventDates = [
    [isTransfer ? dates.sent : dates.ordered, isTransfer ? document.sent_at : document.ordered_at],
    [dates.received, document.received_at],
    [dates.cancelled, document.cancelled_at],
    [dates.created, document.created_at],
  ] as const;
  return (
    <Section title={texts.purchasing.details}>
      <KeyValues
        items={[
          ...(isTransfer
            ? ([[fields.from, document.from_location_name]] as const)
            : ([[fields.supplier, document.supplier_name || texts.purchasing.noSupplier]] as const)),
          [fields.to, isTransfer ? document.to_location_name : document.location_name],
          [
            fields.expected,
            document.expected_at === null ? texts.purchasing.notExpected : formatDay(document.expected_at),
          ],
          ...(document.note === ""
            ? []
            : ([[fields.note, <LongText key="note" text={document.note} />]] as const)),
          ...eventDates.flatMap(([label, at]) =>
            at === null ? [] : ([[label, <Timestamp key={label} at={at} />]] as const),
          ),
        ]}
      />
    </Section>
  );
}
