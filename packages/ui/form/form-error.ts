/** The error of one field of a form. An error with an empty path is shown above the form. */
export interface FormError {
  path: string;
  message: string;
}
