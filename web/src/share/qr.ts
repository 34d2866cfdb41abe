/** QR codes that a phone's camera reads from a screen: correction level M, at most version 15. */
import { encode } from 'uqr';

export type Grid = readonly (readonly boolean[])[];

/** The dark modules, row by row; null when the text is too long to be read at the size it is shown. */
export function qrCode(text: string): Grid | null {
  try {
    return encode(text, { ecc: 'M', maxVersion: 15, border: 0 }).data;
  } catch {
    return null;
  }
}
