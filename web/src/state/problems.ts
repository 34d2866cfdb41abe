import { isProblem } from '../api/problem';
import { t, tOr } from '../i18n';
import { showToast, type Toast } from './toast';

/** A problem in the page's own words. */
export function problemText(error: unknown): string {
  if (!isProblem(error)) return t('problem.server-error');
  const { code, reason } = error.data;
  if (code === 'not-now' && typeof reason === 'string') return tOr(`not-now.${reason}`, 'problem.not-now');
  return tOr(`problem.${code}`, 'problem.server-error');
}

export function showProblem(error: unknown, action?: Toast['action']): void {
  showToast({ tone: 'danger', what: problemText(error), ...(action ? { action } : {}) });
}
