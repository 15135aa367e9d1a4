// Talks with the server. All addresses are relative: the page lives below a secret prefix.

/** An error that the server explained. */
export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (cause) {
    if (cause.name === 'AbortError') throw cause;
    throw new ServerError(0, 'The studio does not answer. Is it still running?');
  }
  if (response.ok) return response;
  let message = `${response.status} ${response.statusText}`;
  try {
    message = (await response.json()).error.message;
  } catch {
    // Not every refusal explains itself.
  }
  throw new ServerError(response.status, message);
}

/** An answer without a body: what was asked for was cancelled. */
function present(response) {
  if (response.status === 204) throw new DOMException('cancelled', 'AbortError');
  return response;
}

export const getJson = async (path) => present(await request(path)).json();
export const getBytes = async (path, options) => present(await request(path, options)).arrayBuffer();
export const getPack = async (path, options) => readPack(await getBytes(path, options));
export const remove = (path) => request(path, { method: 'DELETE' });

export async function postJson(path, body) {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  return response.json();
}

export async function postPack(path, body) {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return readPack(await present(response).arrayBuffer());
}

export async function postBytes(path, bytes) {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'model/gltf-binary' },
    body: bytes,
  });
  return response.json();
}

/** Reads JSON with arrays beside it (ArrayPack on the server). */
export function readPack(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const start = 4 + length;
  const revive = (key, value) => {
    if (!value || typeof value.array !== 'string') return value;
    const Type = value.array === 'f32' ? Float32Array : Uint32Array;
    return new Type(buffer, start + value.at, value.count);
  };
  return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)), revive);
}
