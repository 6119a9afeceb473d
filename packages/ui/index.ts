// Mantine's styles come before those of the components, which refine them.
import "./theme/styles.ts";

export { ConfirmButton } from "./action/confirm-button.tsx";
export { ConfirmDialog } from "./action/confirm-dialog.tsx";
export { describeError, type ErrorDescription, isMissing } from "./action/describe-error.ts";
export { Dialog } from "./action/dialog.tsx";
export {
  DialogContext,
  useDialogHolds,
  useKeepUnsavedInput,
} from "./action/dialog-hold.ts";
export { ErrorNote } from "./action/error-note.tsx";
export { IdempotencyProvider } from "./action/idempotency-provider.tsx";
export { toast } from "./action/toast.ts";
export { type Action, type ActionOptions, useAction } from "./action/use-action.ts";
export { useFrozenInput } from "./action/use-frozen-input.ts";
export { type SubmitOnce, useIdempotentSubmit } from "./action/use-idempotent-submit.ts";
export { useRecordDialog } from "./action/use-record-dialog.ts";
export type { Bucket, Kind } from "./chart/bars.ts";
export { StepLine, type StepPoint } from "./chart/step-line.tsx";
export { TimeBars, type TimeBarsProps } from "./chart/time-bars.tsx";
export { type Metric, Metrics } from "./figures/figures.tsx";
export { FilterSelect } from "./filter/filter-select.tsx";
export { NoRecords } from "./filter/no-records.tsx";
export { SearchBox } from "./filter/search-box.tsx";
export { useFocusFallback } from "./focus/use-focus-fallback.ts";
export { checkFields } from "./form/check-fields.ts";
export { ErrorSummary, type SummaryLine } from "./form/error-summary.tsx";
export { FieldInput } from "./form/field-input.tsx";
export { buildFieldSpecs, type FieldKind, type FieldSpec, type FieldWords } from "./form/field-spec.ts";
export { describeFieldError } from "./form/field-text.ts";
export {
  buildBody,
  type FieldValue,
  type FieldValues,
  listChangedFields,
  toFieldValues,
} from "./form/field-values.ts";
export type { FormError } from "./form/form-error.ts";
export { LeaveGuard } from "./form/leave-guard.tsx";
export { type FieldErrors, mapErrorsToFields } from "./form/map-errors.ts";
export type { PlainSchema } from "./form/plain-schema.ts";
export { SaveBar } from "./form/save-bar.tsx";
export { SchemaForm, type SchemaFormProps } from "./form/schema-form.tsx";
export { scrollingListProps } from "./form/scrolling-list-props.ts";
export { SpecForm } from "./form/spec-form.tsx";
export { formatNumber } from "./i18n/format-number.ts";
export { usePageNavigation } from "./link/use-page-navigation.ts";
export { ListSearch, ListSelect } from "./list/list-filter-inputs.tsx";
export { type List, useList } from "./list/use-list.ts";
export { type UrlState, useUrlState } from "./list/use-url-state.ts";
export { browserWait, createRandomKey } from "./panel/browser-environment.ts";
export {
  type Panel,
  PanelContext,
  useAdminConsole,
  usePanel,
  usePartnerConsole,
  useStore,
} from "./panel/panel-context.ts";
export { createPanelRouter } from "./panel/panel-router.tsx";
export { startPanel } from "./panel/start-panel.tsx";
export { useUpload } from "./panel/use-upload.ts";
export { FillSheet, type SheetGroup } from "./sheet/fill-sheet.tsx";
export { Sheet } from "./sheet/sheet.tsx";
export { countCells, type SheetCells } from "./sheet/sheet-cells.ts";
export type { CellEdit, CellText, SheetColumn } from "./sheet/sheet-column.ts";
export { SheetFields } from "./sheet/sheet-fields.tsx";
export { type SheetState, useSheet } from "./sheet/use-sheet.ts";
export type { IconComponent, NavItem } from "./shell/nav-item.ts";
export { PageFrame, type PageFrameProps } from "./shell/page-frame.tsx";
export { PageTabs } from "./shell/page-tabs.tsx";
export { PanelShell } from "./shell/panel-shell.tsx";
export { StoreSwitcher } from "./shell/store-switcher.tsx";
export { EmptyState } from "./states/empty-state.tsx";
export { ErrorState } from "./states/error-state.tsx";
export { LoadingState } from "./states/loading-state.tsx";
export { ProgressLine } from "./states/progress-line.tsx";
export { QueryBoundary } from "./states/query-boundary.tsx";
export type { Column, Sort } from "./table/column.ts";
export { DataTable, type DataTableProps } from "./table/data-table.tsx";
export type { GoToPage } from "./table/list-page.ts";
export { loadOlder } from "./table/load-older.ts";
export { Paging } from "./table/paging.tsx";
export type { RowSelection } from "./table/row-selection.ts";
export { useLastPageRedirect } from "./table/use-last-page-redirect.ts";
export { CopyField } from "./text/copy-field.tsx";
export { formatMoney, getCurrencyName } from "./text/format.ts";
export { KeyValues } from "./text/key-values.tsx";
export { LinkButton } from "./text/link-button.tsx";
export { LongText } from "./text/long-text.tsx";
export { PageLink } from "./text/page-link.tsx";
export { SecretField } from "./text/secret-field.tsx";
export { Section } from "./text/section.tsx";
export { StatusBadge, type Tone } from "./text/status-badge.tsx";
export { TwoLines } from "./text/two-lines.tsx";
export { formatDay, formatInstant } from "./time/format-instant.ts";
export { Timestamp } from "./time/timestamp.tsx";
export { useNow } from "./time/use-now.ts";
