// Plays moving meshes side by side in one canvas: drag to turn, the slider or the button to stop.
// The page defines sinewModels: [{ triangles, frames, normals, uv, image, count, scale, centre }], sinewImages, sinewSeconds,
// sinewCentre and sinewSize. Arrays are in base64: triangles as 16-bit indices, frames as 16-bit positions of all vertices, count
// times, normals as 8-bit ones likewise, uv as floats; a position is the stored one times scale, plus centre. An image is a PNG
// in base64; a model without one (-1) is clay.
(() => {
  const canvas = document.getElementById('player');
  const slider = document.getElementById('player-time');
  const button = document.getElementById('player-stop');
  const triangles = document.getElementById('player-triangles');
  const gl = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
  if (!gl) {
    canvas.replaceWith('This browser has no WebGL 2.');
    return;
  }

  const vertexShader = `#version 300 es
    in vec3 now; in vec3 next; in vec3 normalNow; in vec3 normalNext; in vec2 uv;
    uniform mat4 view; uniform float between; uniform vec3 scale; uniform vec3 centre; uniform float aspect;
    out vec3 place; out vec3 smoothNormal; out vec2 texel;
    void main() {
      vec4 at = view * vec4(mix(now, next, between) * scale + centre, 1.0);
      place = at.xyz * vec3(aspect, 1.0, 1.0);
      smoothNormal = (view * vec4(mix(normalNow, normalNext, between), 0.0)).xyz * vec3(aspect, 1.0, 1.0);
      texel = uv;
      gl_Position = vec4(at.xy, -0.2 * at.z, 1.0);
    }`;
  // With its triangles a model is flat shaded clay, by derivatives.
  const fragmentShader = `#version 300 es
    precision highp float;
    in vec3 place; in vec3 smoothNormal; in vec2 texel; out vec4 colour;
    uniform sampler2D image; uniform bool textured; uniform bool triangles;
    void main() {
      vec3 flatNormal = cross(dFdx(place), dFdy(place));
      vec3 normal = normalize(triangles || dot(smoothNormal, smoothNormal) == 0.0 ? flatNormal : smoothNormal);
      float light = 0.35 + 0.65 * max(0.0, dot(normal, normalize(vec3(0.4, 0.6, 0.7))));
      vec3 own = textured && !triangles ? texture(image, texel).rgb : vec3(0.92, 0.86, 0.78);
      colour = vec4(light * own, 1.0);
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
  const attribute = (name) => {
    const place = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(place);
    return place;
  };
  const positions = ['now', 'next'].map(attribute);
  const normals = ['normalNow', 'normalNext'].map(attribute);
  const uv = attribute('uv');
  gl.enable(gl.DEPTH_TEST);

  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const buffer = (kind, data) => {
    const made = gl.createBuffer();
    gl.bindBuffer(kind, made);
    gl.bufferData(kind, data, gl.STATIC_DRAW);
    return made;
  };
  const images = sinewImages.map((data) => {
    const made = gl.createTexture();
    const bind = () => gl.bindTexture(gl.TEXTURE_2D, made);
    bind();
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([235, 219, 199, 255]));
    const image = new Image();
    image.onload = () => {
      bind();
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
      gl.generateMipmap(gl.TEXTURE_2D);
    };
    image.src = `data:image/png;base64,${data}`;
    return bind;
  });
  const models = sinewModels.map((model) => {
    const triangles = bytes(model.triangles);
    const frames = bytes(model.frames);
    return {
      ...model,
      corners: triangles.length / 2,
      frameBytes: frames.length / model.count,
      triangles: buffer(gl.ELEMENT_ARRAY_BUFFER, triangles),
      frames: buffer(gl.ARRAY_BUFFER, frames),
      normals: buffer(gl.ARRAY_BUFFER, bytes(model.normals)),
      uv: buffer(gl.ARRAY_BUFFER, bytes(model.uv)),
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
      gl.uniform1f(uniform('aspect'), width / canvas.height);
      gl.uniform1i(uniform('textured'), model.image >= 0 ? 1 : 0);
      gl.uniform1i(uniform('triangles'), triangles.checked ? 1 : 0);
      images[model.image]?.();
      gl.bindBuffer(gl.ARRAY_BUFFER, model.frames);
      positions.forEach((place, k) =>
        gl.vertexAttribPointer(place, 3, gl.SHORT, false, 6, (frame + k) * model.frameBytes));
      gl.bindBuffer(gl.ARRAY_BUFFER, model.normals);
      normals.forEach((place, k) =>
        gl.vertexAttribPointer(place, 3, gl.BYTE, true, 3, (frame + k) * model.frameBytes / 2));
      gl.bindBuffer(gl.ARRAY_BUFFER, model.uv);
      gl.vertexAttribPointer(uv, 2, gl.FLOAT, false, 8, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, model.triangles);
      gl.drawElements(gl.TRIANGLES, model.corners, gl.UNSIGNED_SHORT, 0);
    });
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
})();
