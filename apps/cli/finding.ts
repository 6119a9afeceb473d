/** A finding of the doctor's check: a sentence that says what to do if there is a problem. */
export interface Finding {
  isOk: boolean;
  sentence: string;
}
