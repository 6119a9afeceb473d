/** What a check of the doctor has found, as a sentence that says what to do when it is not well. */
export interface Finding {
  well: boolean;
  sentence: string;
}
