import { OFFLINE, Problem, type Why } from './problem';

/** The API below the page's own address, so that any base path works. */
export function apiUrl(path: string): URL {
  return new URL(`api/v1/${path}`, document.baseURI.split('#')[0]);
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly token?: string | null;
  readonly signal?: AbortSignal;
}

async function send(path: string, { method = 'GET', body, token, signal }: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(apiUrl(path), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch {
    throw new Problem(OFFLINE);
  }
  if (!response.ok) throw new Problem(await problemOf(response));
  return response;
}

async function problemOf(response: Response): Promise<Why> {
  try {
    return (await response.json()) as Why;
  } catch {
    return { code: response.status >= 500 ? 'offline' : 'server-error', status: response.status };
  }
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  return (await send(path, options)).text();
}
