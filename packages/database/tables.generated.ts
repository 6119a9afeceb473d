// Generated; the first generation replaces this.
export interface Tables {
  [table: string]: { [column: string]: unknown };
}
