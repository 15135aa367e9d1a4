// Plays moving meshes side by side in one canvas: drag to turn, the slider or the button to stop.
// The page defines sinewModels: [{ triangles, frames, count, scale, centre }], sinewSeconds, sinewCentre and sinewSize.
// Arrays are in base64: triangles as 16-bit indices, frames as 16-bit positions of all vertices, count times; a
// position is the stored one times scale, plus centre.
(() => {
  const canvas = document.getElementById('player');
  const slider = document.getElementById('player-time');
  const button = document.getElementById('player-stop');
  const gl = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
  if (!gl) {
    canvas.replaceWith('This browser has no WebGL 2.');
    return;
  }

  const vertexShader = `#version 300 es
    in vec3 now; in vec3 next;
    uniform mat4 view; uniform float between; uniform vec3 scale; uniform vec3 centre;
    out vec3 place;
    void main() {
      vec4 at = view * vec4(mix(now, next, between) * scale + centre, 1.0);
      place = at.xyz;
      gl_Position = vec4(at.xy, -0.2 * at.z, 1.0);
    }`;
  // Flat shading by derivatives, so that triangles can be seen.
  const fragmentShader = `#version 300 es
    precision highp float;
    in vec3 place; out vec4 colour;
    void main() {
      vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
      float light = 0.35 + 0.65 * max(0.0, dot(normal, normalize(vec3(0.4, 0.6, 0.7))));
      colour = vec4(light * vec3(0.92, 0.86, 0.78), 1.0);
    }`;
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  const uniform = (name) => gl.getUniformLocation(program, name);
  const attributes = ['now', 'next'].map((name) => gl.getAttribLocation(program, name));
  attributes.forEach((place) => gl.enableVertexAttribArray(place));
  gl.enable(gl.DEPTH_TEST);

  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const buffer = (kind, data) => {
    const made = gl.createBuffer();
    gl.bindBuffer(kind, made);
    gl.bufferData(kind, data, gl.STATIC_DRAW);
    return made;
  };
  const models = sinewModels.map((model) => {
    const triangles = bytes(model.triangles);
    const frames = bytes(model.frames);
    return {
      ...model,
      corners: triangles.length / 2,
      frameBytes: frames.length / model.count,
      triangles: buffer(gl.ELEMENT_ARRAY_BUFFER, triangles),
      frames: buffer(gl.ARRAY_BUFFER, frames),
    };
  });

  let azimuth = 0.6;
  let elevation = 0.15;
  let playing = true;
  let seconds = 0;
  let before = null;
  canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    if (!event.buttons) return;
    azimuth += 0.01 * event.movementX;
    elevation = Math.max(-1.5, Math.min(1.5, elevation + 0.01 * event.movementY));
  });
  button.addEventListener('click', () => {
    playing = !playing;
    button.textContent = playing ? 'Stop' : 'Play';
  });
  slider.addEventListener('input', () => {
    seconds = sinewSeconds * slider.value;
    if (playing) button.click();
  });

  // Turns about the up axis, then towards the viewer; the longest box side of the first model fills the height.
  const view = (aspect) => {
    const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
    const zoom = 1.8 / sinewSize;
    const x = [ca, 0, -sa];
    const y = [-sa * se, ce, -ca * se];
    const z = [sa * ce, se, ca * ce];
    const move = (row) => -zoom * (row[0] * sinewCentre[0] + row[1] * sinewCentre[1] + row[2] * sinewCentre[2]);
    return [0, 1, 2].flatMap((i) => [zoom * x[i] / aspect, zoom * y[i], zoom * z[i], 0])
      .concat([move(x) / aspect, move(y), move(z), 1]);
  };

  const draw = (time) => {
    if (playing && before !== null) seconds = (seconds + (time - before) / 1000) % sinewSeconds;
    before = time;
    slider.value = seconds / sinewSeconds;
    gl.clearColor(0.95, 0.96, 0.97, 1);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const width = canvas.width / models.length;
    models.forEach((model, i) => {
      const at = (seconds / sinewSeconds) * (model.count - 1);
      const frame = Math.min(Math.floor(at), model.count - 2);
      gl.viewport(i * width, 0, width, canvas.height);
      gl.uniformMatrix4fv(uniform('view'), false, view(width / canvas.height));
      gl.uniform1f(uniform('between'), at - frame);
      gl.uniform3fv(uniform('scale'), model.scale);
      gl.uniform3fv(uniform('centre'), model.centre);
      gl.bindBuffer(gl.ARRAY_BUFFER, model.frames);
      attributes.forEach((place, k) =>
        gl.vertexAttribPointer(place, 3, gl.SHORT, false, 6, (frame + k) * model.frameBytes));
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, model.triangles);
      gl.drawElements(gl.TRIANGLES, model.corners, gl.UNSIGNED_SHORT, 0);
    });
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
})();
