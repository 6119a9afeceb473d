/** A statement with a name is parsed and planned once a connection; the name belongs to one text for ever. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Rows<Row> {
  readonly rows: Row[];
  /** Rows answered, or rows changed when nothing is returned. */
  readonly rowCount: number;
}
