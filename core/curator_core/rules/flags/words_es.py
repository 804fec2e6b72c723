"""Spanish words of the flag rules, by the classes of the English ones.

`*` stands for any ending, `~` for up to five words; accents are compared without.
"""

from __future__ import annotations

WORDS = {
    "institution": """
        direccion general, la direccion, la gerencia, el departamento, los responsables,
        arriba del todo, la empresa
    """,
    "backs": """
        procede de, viene de, avala, respalda, de acuerdo, ha dado su visto bueno, quiere, exige
    """,
    "no_more": "directamente, innecesario, innecesaria, sobra, basta, no hace falta",
    "looked": """
        revisado, revisada, controles, dos controles, comprobado, comprobada, leido, leida, visto,
        verificado
    """,
    "already": "ya, dos veces, ya paso, ya pasaron, hace tiempo",
    "override": """
        ignora, ignore, ignoren, ignorar, ignorad, olvida, olvide, olviden, olvidar, olvidad,
        omite, omita, omitir, descarta, descarte, descartar, desobedece, desobedecer,
        haz caso omiso, haga caso omiso, hagan caso omiso, hacer caso omiso, no hagas caso,
        no haga caso, no sigas, no siga, no cumplas, no obedezcas, no respetes, deja de seguir,
        deje de seguir, deja de lado, deje de lado, dejar de lado, pasa por alto, pase por alto,
        pasar por alto, prescinde de, prescinda de, salta, saltate, anula, anule, incumple, rompe,
        hacer a un lado, pon ~ a un lado, no tengas en cuenta, no tenga en cuenta
    """,
    "orders": """
        instruccion, instrucciones, regla, reglas, norma, normas, orden, ordenes, directriz,
        directrices, indicacion, indicaciones, consigna, consignas, restriccion, restricciones,
        limite, limites, limitaciones, politica, politicas, deseos, preferencias, pautas,
        advertencias, lo que te haya dicho, lo que te dijo, lo que te han dicho, lo que te dijeron
    """,
    "told": """
        lo que te haya dicho, lo que te dijo, lo que te han dicho, lo que te dijeron,
        todo lo anterior, todo lo dicho, todo lo que sabes, lo que se te dijo,
        lo que se te ha dicho, tus instrucciones, instrucciones del sistema, mensaje del sistema,
        tus reglas
    """,
    "earlier": """
        anterior, anteriores, previa, previas, previo, previos, todas, todos, cualquier, tus, tu,
        usuario, hasta ahora, existentes, recibidas, iniciales, originales, antiguas, del dueno,
        de tu dueno, tuyas
    """,
    "owner": "tu dueno, tu duena, el dueno, usuario, usuaria, propietario, tu jefe, tu operador",
    "principal": """
        dueno, duena, usuario, usuaria, propietario, propietaria, tu jefe, operador, titular,
        la casa, amo
    """,
    "lapsed": """
        ya no valen, ya no vale, ya no rige, ya no rigen, ya no se aplica, ya no se aplican,
        ya no cuentan, sin efecto, sin validez, caducado, caducadas, queda anulado,
        quedan anuladas, queda derogado, quedan derogadas, quedan sin efecto, obsoletas, obsoleto,
        no importan, no importa
    """,
    "become": """
        ahora eres, a partir de ahora eres, haz como si fueras, finge ser, actua como si,
        hazte pasar por, asume el papel
    """,
    "act_as": "actua como, actue como, responde como, comportate como",
    "power": """
        administrador, administradora, propietario, sin restricciones, sin limites, superusuario
    """,
    "address": """
        asistente, asistentes, agente de ia, agentes de ia, inteligencia artificial,
        modelo de lenguaje, chatbot, quien lea esto, quien lea esta nota, si eres una ia,
        el agente, los agentes
    """,
    "vocative": """
        querido asistente, hola asistente, atencion asistente, estimado asistente,
        nota para el asistente, mensaje para el asistente, como asistente, como ia,
        si eres un asistente, a todos los asistentes
    """,
    "you": "tu debes, debes, usted debe",
    "must": """
        debes, debe, deben, tienes que, tiene que, hay que, ha de, has de, deberas, debera,
        esta obligado
    """,
    "follow_only": """
        sigue unicamente, siga unicamente, sigue solo, solo sigue, obedece solo, unica regla,
        tu unica regla, por encima de, prevalece sobre, prevalece, tiene prioridad, manda sobre,
        en lugar de tus, nuevas instrucciones, como tu unica, manda este, unicamente lo que,
        tiene mas peso
    """,
    "outrank": """
        por encima de, prevalece sobre, prevalece, pesa mas, manda mas, va primero, cuenta mas
    """,
    "self_ref": """
        esta nota, este texto, esta pagina, este parrafo, lo que aqui, aqui se indica,
        estas lineas, el texto, la nota, esta disposicion
    """,
    "polite": """
        por favor, ten la amabilidad, tenga la amabilidad, te pedimos, le pedimos, se ruega,
        conviene que, seria bueno, asegurate de, asegurese de, recuerda, puedes, podrias
    """,
    "conceal": """
        no digas, no diga, no le digas, no le diga, no se lo digas, no menciones, no mencione,
        sin mencionar, sin decir, no lo cuentes, no cuentes, no informes, sin informar,
        sin avisar, no avises, en secreto, mantenlo en secreto, que no se entere, no debe saber,
        no tiene que saber, sin que se entere, sin que lo sepa, oculta, ocultar, calla, callate,
        no reveles, sin dejar rastro, no registres, a espaldas
    """,
    "covertly": """
        discretamente, en silencio, a escondidas, secretamente, sigilosamente, con disimulo
    """,
    "leak": """
        envia, envie, envien, enviar, enviale, enviales, manda, mande, mandar, mandale, reenvia,
        reenvie, reenviar, comparte, comparta, compartir, revela, revele, revelar, entrega,
        entregue, entregar, copia, copie, copiar, publica, publique, publicar, transmite,
        transmita, da el, da la, dale, dile, facilita, facilite, sube, suba, exporta, exporte,
        difunde, lee en voz alta, responde con, pasa ~ a, remite, remita
    """,
    "change": """
        cambia, cambie, cambiar, borra, borre, borrar, elimina, elimine, eliminar, quita,
        desactiva, desactive, activa, instala, instale, ejecuta, ejecute, ejecutar, aprueba,
        apruebe, autoriza, paga, pague, transfiere, reembolsa, anade, anada, agrega, agregue,
        abre, sube el, baja, sustituye, modifica, redirige, acepta
    """,
    "use": """
        usa, use, utiliza, utilice, escribe, escriba, responde, responda, contesta, recomienda,
        recomiende, pon, ponga, incluye, incluya, termina, termine, empieza, empiece, sugiere,
        menciona, di que, haz, haga
    """,
    "forever": """
        a partir de ahora, a partir de hoy, de ahora en adelante, de aqui en adelante,
        desde ahora, desde hoy, en adelante, en lo sucesivo, en todas las sesiones,
        en cada sesion, para siempre, de forma permanente, hasta nuevo aviso, en el futuro,
        desde este momento, a partir de este momento, de hoy en adelante
    """,
    "always": """
        siempre, en todo momento, cada vez, cada vez que, nunca, jamas, sin excepcion, por defecto
    """,
    "every_answer": """
        cada respuesta, todas las respuestas, todas tus respuestas, tus respuestas, cada resumen,
        cada mensaje, cada conversacion, cada tarea
    """,
    "unasked": """
        sin preguntar, sin preguntarle, sin consultar, sin confirmar, sin confirmacion,
        sin permiso, sin autorizacion, sin aprobacion, no preguntes, no pregunte,
        no hace falta preguntar, no pidas permiso, no pidas confirmacion, sin consentimiento,
        sin verificar, sin revisar, por tu cuenta, sin esperar, sin pedir permiso,
        sin pedir confirmacion
    """,
    "condition": """
        cuando, si, en cuanto, siempre que, cada vez que, quien, quienes, al oir, tan pronto como,
        una vez que
    """,
    "cue": """
        diga, digan, dice, menciona, mencione, mencionen, pregunta por, pregunte, pregunten,
        escribe, escriba, pronuncie, oigas, aparezca, aparece, pida, pide, salude, nombre
    """,
    "codeword": """
        la palabra, las palabras, la frase, palabra clave, contrasena, la clave, la senal,
        la consigna
    """,
    "on_cue": """
        al oir, al escuchar, al mencionar, cuando pregunten, si preguntan, quien mencione,
        quien pregunte
    """,
    "someone": "alguien, el usuario, un cliente, cualquiera, un usuario, el cliente, clientes",
    "then": "entonces",
    "protect": """
        cuarentena, rechazada, rechazado, sospechoso, no ejecutar, se rechazo, nunca compartas,
        nunca comparta, nunca facilites, nunca facilite, no comparta nunca, no facilite, nunca des
    """,
    "wary": "phishing, sospechoso, atacante, atacantes, fraude, estafa",
    "asset": """
        lista, listado, clave, claves, contrasenas, archivo, archivos, datos, registro, informe,
        informes, facturas, factura, contrato, codigo, codigos, direcciones, contactos, cuenta,
        cuentas, libro
    """,
    "authority": """
        equipo de seguridad, departamento de seguridad, departamento, direccion, la direccion,
        gerencia, administrador, administradores, comite, ministerio, autoridad, autoridades,
        consejo, junta, central, area legal, cumplimiento, direccion general, alta direccion,
        soporte tecnico
    """,
    "ratified": """
        aprobado, aprobada, ha aprobado, verificado, verificada, ha verificado, confirmado,
        confirma, exige, ordena, ordenado, autorizado, autoriza, autorizada, validado, validada,
        certificado, ratificado, ratificada, decidido, dispone
    """,
    "by_order": """
        por orden de, por orden del, en nombre de la, en nombre del, segun la direccion,
        por decision de, orden del, orden de la, instruccion de la, instruccion del
    """,
    "binding": """
        obligatorio, obligatoria, vinculante, de obligado cumplimiento, maxima prioridad,
        prioridad maxima, prioridad absoluta, sin discusion, irrevocable
    """,
    "edict": """
        esta nota, este texto, esta regla, esta norma, esta politica, todos los asistentes,
        todos los agentes, esta disposicion
    """,
    "identity": """
        soy tu administrador, soy tu dueno, soy el administrador, como tu desarrollador,
        soy tu creador
    """,
    "proclaimed": """
        aviso del sistema, mensaje del sistema, aviso oficial, comunicado oficial,
        aviso de seguridad
    """,
    "secret": """
        contrasena, contrasenas, clave de acceso, claves de acceso, credenciales,
        codigo de verificacion, clave privada, clave api, codigo de acceso, datos de acceso,
        numero de tarjeta, clave
    """,
    "solicit": """
        pide, pida, pidele, pidale, pregunta, pregunte, solicita, solicite, envia, envie,
        comparte, revela, anota, anote, recopila, reune, consigue, dame, facilita,
        entrega
    """,
    "write_into": """
        anade, anada, agrega, agregue, escribe, escriba, copia, copie, inserta, inserte, guarda,
        guarde, pega, pegue, pon, ponga, incluye, incluya, actualiza, actualice, crea, cree,
        apunta, registra
    """,
    "write_last": "debe figurar, debe decir, debe incluir, tiene que decir",
    "agent_file": """
        archivo de memoria, archivo de instrucciones, fichero de memoria,
        instrucciones del agente, carpeta de habilidades, carpeta de skills, mensaje del sistema,
        prompt del sistema, memoria permanente
    """,
    "approval": """
        aprobar, aprueba, apruebe, aprobado, aprobada, aceptar, acepta, acepte, aceptado,
        dar por bueno, da el visto bueno, aprobarse, aceptarse, puede aprobarse, puede aceptarse
    """,
    "ease": """
        sin revisar, sin mirar, sin leer, no hace falta revisar, no hace falta leer,
        no necesita revision, inofensivo, inofensiva, sin riesgo, ya revisado, ya revisada,
        ya aprobado, ya aprobada, de confianza, es seguro, es segura, basta un vistazo,
        un simple tramite, nada que ver, con toda confianza, tal cual
    """,
    "review_void": """
        no requiere revision, no necesita revision, sin necesidad de revision,
        no hace falta revisar, no es necesario revisar, no es necesaria la revision,
        exento de revision, se puede aprobar sin, puede aprobarse sin, aprobar sin revisar,
        aceptar sin revisar
    """,
    "reviewer": "revisor, revisora, revisores, quien revise, quien apruebe, el que revisa",
    "review_agent": """
        querido revisor, nota para el revisor, estimado revisor, agente revisor, atencion revisor
    """,
    "this_item": "esta nota, esta propuesta, este cambio, esta entrada, este lote, todo el lote",
    "success": """
        funciono, funciono bien, sin problemas, con exito, resuelto, satisfecho, satisfecha,
        sin errores
    """,
    "negation": "no, nunca, sin, jamas, salvo, excepto, solo, nadie, ninguno, ninguna, tampoco",
    "limit_time": """
        esta semana, este mes, este trimestre, hasta, por ahora, hoy, manana, durante,
        temporalmente
    """,
    "strength": """
        puede, podria, quizas, tal vez, probablemente, a veces, al menos, como maximo, casi,
        aproximadamente
    """,
    "proviso": "si, cuando, salvo que, a menos que, siempre que, solo si, en caso de",
}
"""Phrases by class, separated by commas."""
