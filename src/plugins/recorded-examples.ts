/** Recorded by `npm run examples`; never edited. */
import type { OperationExamples } from './openapi-examples.ts';

export const EXAMPLES: Record<string, OperationExamples> = {
 "listPlaygrounds": {
  "requests": {},
  "responses": {
   "200": {
    "listPlaygrounds": {
     "summary": "A usual one",
     "value": {
      "data": [
       {
        "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
        "name": "List users",
        "curl_command": "curl \"https://api.example.com/users?page=1\" -H \"Authorization: Bearer $TOKEN\" -H 'Accept: application/json'",
        "is_public": false,
        "theme": "dark",
        "languages": [
         "python",
         "javascript",
         "curl",
         "go",
         "ruby",
         "php",
         "java",
         "csharp",
         "rust"
        ],
        "share_secrets": false,
        "public_runs": false,
        "embed_origins": [],
        "url": "http://127.0.0.1:3000/p/019300a1-1000-7a51-8000-5a4e1d1f2b3c",
        "embed_url": "http://127.0.0.1:3000/embed/019300a1-1000-7a51-8000-5a4e1d1f2b3c",
        "created_at": "2026-11-20T09:30:00.000Z",
        "updated_at": "2026-11-20T09:30:00.000Z",
        "warnings": []
       }
      ],
      "pagination": {
       "page": 1,
       "limit": 20,
       "total": 1,
       "total_pages": 1,
       "next_cursor": null
      }
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; known are page, cursor, limit, sort, is_public, search.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; known are page, cursor, limit, sort, is_public, search."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_playgrounds_read": {
     "summary": "Without playgrounds:read",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope playgrounds:read.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "createPlayground": {
  "requests": {
   "createPlayground": {
    "summary": "A usual one",
    "value": {
     "name": "List users",
     "curl_command": "curl \"https://api.example.com/users?page=1\" -H \"Authorization: Bearer $TOKEN\" -H 'Accept: application/json'",
     "is_public": true,
     "theme": "dark",
     "languages": [
      "python",
      "javascript",
      "curl"
     ]
    }
   },
   "the_command_alone": {
    "summary": "The command alone",
    "value": {
     "curl_command": "curl https://example.com/"
    }
   }
  },
  "responses": {
   "201": {
    "createPlayground": {
     "summary": "A usual one",
     "value": {
      "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "name": "List users",
      "curl_command": "curl \"https://api.example.com/users?page=1\" -H \"Authorization: Bearer $TOKEN\" -H 'Accept: application/json'",
      "is_public": true,
      "theme": "dark",
      "languages": [
       "python",
       "javascript",
       "curl"
      ],
      "share_secrets": false,
      "public_runs": false,
      "embed_origins": [],
      "warnings": [],
      "created_at": "2026-11-20T09:30:00.000Z",
      "updated_at": "2026-11-20T09:30:00.000Z",
      "url": "http://127.0.0.1:3000/p/019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "embed_url": "http://127.0.0.1:3000/embed/019300a1-1000-7a51-8000-5a4e1d1f2b3c"
     }
    },
    "the_command_alone": {
     "summary": "The command alone",
     "value": {
      "id": "019300a1-1001-7a51-8000-5a4e1d1f2b3c",
      "name": "GET example.com/",
      "curl_command": "curl https://example.com/",
      "is_public": false,
      "theme": "dark",
      "languages": [
       "python",
       "javascript",
       "curl",
       "go",
       "ruby",
       "php",
       "java",
       "csharp",
       "rust"
      ],
      "share_secrets": false,
      "public_runs": false,
      "embed_origins": [],
      "warnings": [],
      "created_at": "2026-11-20T09:30:00.000Z",
      "updated_at": "2026-11-20T09:30:00.000Z",
      "url": "http://127.0.0.1:3000/p/019300a1-1001-7a51-8000-5a4e1d1f2b3c",
      "embed_url": "http://127.0.0.1:3000/embed/019300a1-1001-7a51-8000-5a4e1d1f2b3c"
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_broken_json": {
     "summary": "With broken JSON",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body is not valid JSON: in line 1, column 6, a value belongs here.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "json_syntax",
         "message": "The body is not valid JSON: in line 1, column 6, a value belongs here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_array": {
     "summary": "With an array",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body must be an object.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "type",
         "message": "The body must be an object."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_unknown_field": {
     "summary": "With an unknown field",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "curl_command is missing: a cURL command that parses, up to 64 KiB.",
       "details": [
        {
         "in": "body",
         "field": "/curl_command",
         "code": "required",
         "message": "curl_command is missing: a cURL command that parses, up to 64 KiB."
        },
        {
         "in": "body",
         "field": "/unknown",
         "code": "unknown_field",
         "message": "unknown is not a known field; known are name, curl_command, is_public, theme, languages, share_secrets, public_runs, embed_origins."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_playgrounds_write": {
     "summary": "Without playgrounds:write",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope playgrounds:write.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "409": {
    "an_idempotency_key_used_again": {
     "summary": "An Idempotency-Key used again",
     "value": {
      "error": {
       "code": "conflict",
       "message": "The Idempotency-Key was used with another request body.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "413": {
    "with_too_large_a_body": {
     "summary": "With too large a body",
     "value": {
      "error": {
       "code": "payload_too_large",
       "message": "The request body is too large.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "415": {
    "with_a_form": {
     "summary": "With a form",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_another_charset": {
     "summary": "With another charset",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json in UTF-8.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_compressed_body": {
     "summary": "With a compressed body",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must not have a content coding.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "getPlayground": {
  "requests": {},
  "responses": {
   "200": {
    "getPlayground": {
     "summary": "A usual one",
     "value": {
      "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "name": "List users",
      "curl_command": "curl \"https://api.example.com/users?page=1\" -H \"Authorization: Bearer $TOKEN\" -H 'Accept: application/json'",
      "is_public": false,
      "theme": "dark",
      "languages": [
       "python",
       "javascript",
       "curl",
       "go",
       "ruby",
       "php",
       "java",
       "csharp",
       "rust"
      ],
      "share_secrets": false,
      "public_runs": false,
      "embed_origins": [],
      "url": "http://127.0.0.1:3000/p/019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "embed_url": "http://127.0.0.1:3000/embed/019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "created_at": "2026-11-20T09:30:00.000Z",
      "updated_at": "2026-11-20T09:30:00.000Z",
      "warnings": []
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_playgrounds_read": {
     "summary": "Without playgrounds:read",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope playgrounds:read.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_id": {
     "summary": "An unknown id",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The playground does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "updatePlayground": {
  "requests": {
   "updatePlayground": {
    "summary": "A usual one",
    "value": {
     "name": "List all users"
    }
   },
   "publish_it": {
    "summary": "Publish it",
    "value": {
     "is_public": true,
     "public_runs": true,
     "embed_origins": [
      "https://docs.example.com"
     ]
    }
   }
  },
  "responses": {
   "200": {
    "updatePlayground": {
     "summary": "A usual one",
     "value": {
      "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "name": "List all users",
      "curl_command": "curl \"https://api.example.com/users?page=1\" -H \"Authorization: Bearer $TOKEN\" -H 'Accept: application/json'",
      "is_public": false,
      "theme": "dark",
      "languages": [
       "python",
       "javascript",
       "curl",
       "go",
       "ruby",
       "php",
       "java",
       "csharp",
       "rust"
      ],
      "share_secrets": false,
      "public_runs": false,
      "embed_origins": [],
      "url": "http://127.0.0.1:3000/p/019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "embed_url": "http://127.0.0.1:3000/embed/019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "created_at": "2026-11-20T09:30:00.000Z",
      "updated_at": "2026-11-20T09:30:00.000Z",
      "warnings": []
     }
    },
    "publish_it": {
     "summary": "Publish it",
     "value": {
      "id": "019300a1-1001-7a51-8000-5a4e1d1f2b3c",
      "name": "List users",
      "curl_command": "curl \"https://api.example.com/users?page=1\" -H \"Authorization: Bearer $TOKEN\" -H 'Accept: application/json'",
      "is_public": true,
      "theme": "dark",
      "languages": [
       "python",
       "javascript",
       "curl",
       "go",
       "ruby",
       "php",
       "java",
       "csharp",
       "rust"
      ],
      "share_secrets": false,
      "public_runs": true,
      "embed_origins": [
       "https://docs.example.com"
      ],
      "url": "http://127.0.0.1:3000/p/019300a1-1001-7a51-8000-5a4e1d1f2b3c",
      "embed_url": "http://127.0.0.1:3000/embed/019300a1-1001-7a51-8000-5a4e1d1f2b3c",
      "created_at": "2026-11-20T09:30:00.000Z",
      "updated_at": "2026-11-20T09:30:00.000Z",
      "warnings": []
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_broken_json": {
     "summary": "With broken JSON",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body is not valid JSON: in line 1, column 6, a value belongs here.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "json_syntax",
         "message": "The body is not valid JSON: in line 1, column 6, a value belongs here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_array": {
     "summary": "With an array",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body must be an object, such as {\"name\":\"List all users\"}.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "type",
         "message": "The body must be an object, such as {\"name\":\"List all users\"}."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_unknown_field": {
     "summary": "With an unknown field",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known field; known are name, curl_command, is_public, theme, languages, share_secrets, public_runs, embed_origins.",
       "details": [
        {
         "in": "body",
         "field": "/unknown",
         "code": "unknown_field",
         "message": "unknown is not a known field; known are name, curl_command, is_public, theme, languages, share_secrets, public_runs, embed_origins."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_playgrounds_write": {
     "summary": "Without playgrounds:write",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope playgrounds:write.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_id": {
     "summary": "An unknown id",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The playground does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "412": {
    "an_older_etag": {
     "summary": "An older ETag",
     "value": {
      "error": {
       "code": "precondition_failed",
       "message": "The resource has changed: If-Match does not match its ETag.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "413": {
    "with_too_large_a_body": {
     "summary": "With too large a body",
     "value": {
      "error": {
       "code": "payload_too_large",
       "message": "The request body is too large.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "415": {
    "with_a_form": {
     "summary": "With a form",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_another_charset": {
     "summary": "With another charset",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json in UTF-8.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_compressed_body": {
     "summary": "With a compressed body",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must not have a content coding.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "deletePlayground": {
  "requests": {},
  "responses": {
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_playgrounds_write": {
     "summary": "Without playgrounds:write",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope playgrounds:write.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_id": {
     "summary": "An unknown id",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The playground does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "412": {
    "an_older_etag": {
     "summary": "An older ETag",
     "value": {
      "error": {
       "code": "precondition_failed",
       "message": "The resource has changed: If-Match does not match its ETag.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "executeTest": {
  "requests": {
   "executeTest": {
    "summary": "A usual one",
    "value": {
     "method": "GET",
     "url": "https://example.com/users?page=1",
     "headers": {
      "Accept": "application/json"
     }
    }
   },
   "a_target_that_cannot_be_reached": {
    "summary": "A target that cannot be reached",
    "value": {
     "url": "https://api.example.invalid/users"
    }
   }
  },
  "responses": {
   "200": {
    "executeTest": {
     "summary": "A usual one",
     "value": {
      "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "playground_id": null,
      "status": "completed",
      "request": {
       "method": "GET",
       "url": "https://example.com/users?page=1",
       "headers": {
        "Host": "example.com",
        "User-Agent": "playgrounds/0.1",
        "Accept": "application/json"
       },
       "body_size": 0
      },
      "response": {
       "status": 200,
       "status_text": "OK",
       "http_version": "1.1",
       "headers": {
        "content-type": "application/json",
        "content-length": "58",
        "connection": "close"
       },
       "body": "{\"data\":[{\"id\":7,\"name\":\"Ada Lovelace\"}],\"next_page\":null}",
       "body_encoding": "utf8",
       "body_size": 58,
       "wire_size": 58,
       "truncated": false,
       "url": "https://example.com/users?page=1",
       "redirects": [],
       "remote_address": null,
       "tls": {
        "version": "TLSv1.3",
        "subject": "CN=good",
        "issuer": "CN=Playgrounds Test CA",
        "valid_to": "2126-10-27T13:53:31.000Z",
        "authorized": true
       }
      },
      "error": null,
      "timings": {
       "dns_ms": 4.1,
       "tcp_ms": 18.6,
       "tls_ms": 21.9,
       "first_byte_ms": 35.2,
       "download_ms": 0.8,
       "total_ms": 80.6
      },
      "warnings": [],
      "created_at": "2026-11-20T09:30:00.000Z"
     }
    },
    "a_target_that_cannot_be_reached": {
     "summary": "A target that cannot be reached",
     "value": {
      "id": "019300a1-1001-7a51-8000-5a4e1d1f2b3c",
      "playground_id": null,
      "status": "failed",
      "request": {
       "method": "GET",
       "url": "https://api.example.invalid/users",
       "headers": {
        "Host": "api.example.invalid",
        "User-Agent": "playgrounds/0.1",
        "Accept": "*/*"
       },
       "body_size": 0
      },
      "response": null,
      "error": {
       "code": "dns_error",
       "message": "The name api.example.invalid does not exist."
      },
      "timings": {
       "dns_ms": 4.1,
       "tcp_ms": null,
       "tls_ms": null,
       "first_byte_ms": null,
       "download_ms": null,
       "total_ms": 80.6
      },
      "warnings": [],
      "created_at": "2026-11-20T09:30:00.000Z"
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_broken_json": {
     "summary": "With broken JSON",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body is not valid JSON: in line 1, column 6, a value belongs here.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "json_syntax",
         "message": "The body is not valid JSON: in line 1, column 6, a value belongs here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_array": {
     "summary": "With an array",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body must be an object, such as {\"method\":\"GET\",\"url\":\"https://example.com/users?page=1\",\"headers\":{\"Accept\":\"application/json\"}}.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "type",
         "message": "The body must be an object, such as {\"method\":\"GET\",\"url\":\"https://example.com/users?page=1\",\"headers\":{\"Accept\":\"application/json\"}}."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_unknown_field": {
     "summary": "With an unknown field",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known field; known are method, url, headers, body, body_base64, body_file, form, auth, options, variables, warnings, playground_id.",
       "details": [
        {
         "in": "body",
         "field": "/unknown",
         "code": "unknown_field",
         "message": "unknown is not a known field; known are method, url, headers, body, body_base64, body_file, form, auth, options, variables, warnings, playground_id."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_tests_execute": {
     "summary": "Without tests:execute",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope tests:execute.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_playground": {
     "summary": "An unknown playground",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The playground does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "409": {
    "an_idempotency_key_used_again": {
     "summary": "An Idempotency-Key used again",
     "value": {
      "error": {
       "code": "conflict",
       "message": "The Idempotency-Key was used with another request body.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "413": {
    "with_too_large_a_body": {
     "summary": "With too large a body",
     "value": {
      "error": {
       "code": "payload_too_large",
       "message": "The request body is too large.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "415": {
    "with_a_form": {
     "summary": "With a form",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_another_charset": {
     "summary": "With another charset",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json in UTF-8.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_compressed_body": {
     "summary": "With a compressed body",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must not have a content coding.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "listTests": {
  "requests": {},
  "responses": {
   "200": {
    "listTests": {
     "summary": "A usual one",
     "value": {
      "data": [
       {
        "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
        "playground_id": null,
        "status": "completed",
        "request": {
         "method": "GET",
         "url": "https://example.com/users?page=1",
         "headers": {
          "Host": "example.com",
          "User-Agent": "playgrounds/0.1",
          "Accept": "*/*"
         },
         "body_size": 0
        },
        "response": {
         "status": 200,
         "status_text": "OK",
         "http_version": "1.1",
         "body_encoding": "utf8",
         "body_size": 58,
         "wire_size": 58,
         "truncated": false,
         "url": "https://example.com/users?page=1",
         "redirects": [],
         "remote_address": null,
         "tls": {
          "version": "TLSv1.3",
          "subject": "CN=good",
          "issuer": "CN=Playgrounds Test CA",
          "valid_to": "2126-10-27T13:53:31.000Z",
          "authorized": true
         }
        },
        "error": null,
        "timings": {
         "dns_ms": 4.1,
         "tcp_ms": 18.6,
         "tls_ms": 21.9,
         "first_byte_ms": 35.2,
         "download_ms": 0.8,
         "total_ms": 80.6
        },
        "warnings": [],
        "created_at": "2026-11-20T09:30:00.000Z"
       }
      ],
      "pagination": {
       "page": 1,
       "limit": 20,
       "total": 1,
       "total_pages": 1,
       "next_cursor": null
      }
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; known are page, cursor, limit, playgroundId.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; known are page, cursor, limit, playgroundId."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_tests_read": {
     "summary": "Without tests:read",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope tests:read.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_playground": {
     "summary": "An unknown playground",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The playground does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "getTest": {
  "requests": {},
  "responses": {
   "200": {
    "getTest": {
     "summary": "A usual one",
     "value": {
      "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "playground_id": null,
      "status": "completed",
      "request": {
       "method": "GET",
       "url": "https://example.com/users?page=1",
       "headers": {
        "Host": "example.com",
        "User-Agent": "playgrounds/0.1",
        "Accept": "*/*"
       },
       "body_size": 0
      },
      "response": {
       "status": 200,
       "status_text": "OK",
       "http_version": "1.1",
       "body_encoding": "utf8",
       "body_size": 58,
       "wire_size": 58,
       "truncated": false,
       "url": "https://example.com/users?page=1",
       "redirects": [],
       "remote_address": null,
       "tls": {
        "version": "TLSv1.3",
        "subject": "CN=good",
        "issuer": "CN=Playgrounds Test CA",
        "valid_to": "2126-10-27T13:53:31.000Z",
        "authorized": true
       },
       "headers": {
        "content-type": "application/json",
        "content-length": "58",
        "connection": "close"
       },
       "body": "{\"data\":[{\"id\":7,\"name\":\"Ada Lovelace\"}],\"next_page\":null}"
      },
      "error": null,
      "timings": {
       "dns_ms": 4.1,
       "tcp_ms": 18.6,
       "tls_ms": 21.9,
       "first_byte_ms": 35.2,
       "download_ms": 0.8,
       "total_ms": 80.6
      },
      "warnings": [],
      "created_at": "2026-11-20T09:30:00.000Z"
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_tests_read": {
     "summary": "Without tests:read",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope tests:read.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_id": {
     "summary": "An unknown id",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The test does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "deleteTest": {
  "requests": {},
  "responses": {
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_tests_execute": {
     "summary": "Without tests:execute",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope tests:execute.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_id": {
     "summary": "An unknown id",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The test does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "412": {
    "an_older_etag": {
     "summary": "An older ETag",
     "value": {
      "error": {
       "code": "precondition_failed",
       "message": "The resource has changed: If-Match does not match its ETag.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "parseCurl": {
  "requests": {
   "parseCurl": {
    "summary": "A usual one",
    "value": {
     "curl": "curl -L -m 10 https://api.example.com/users -H \"Authorization: Bearer $TOKEN\" --json '{\"name\":\"Ada\"}'"
    }
   },
   "a_form_with_a_file": {
    "summary": "A form with a file",
    "value": {
     "curl": "curl https://api.example.com/photos -F title=Ada -F image=@ada.png --cacert ca.pem"
    }
   }
  },
  "responses": {
   "200": {
    "parseCurl": {
     "summary": "A usual one",
     "value": {
      "method": "POST",
      "url": "https://api.example.com/users",
      "headers": {
       "Authorization": "Bearer $TOKEN",
       "Content-Type": "application/json",
       "Accept": "application/json"
      },
      "body": "{\"name\":\"Ada\"}",
      "options": {
       "follow_redirects": true,
       "timeout_ms": 10000
      },
      "variables": [
       {
        "name": "TOKEN",
        "text": "$TOKEN"
       }
      ],
      "warnings": [
       {
        "code": "variable",
        "message": "$TOKEN is a shell variable that is not set in the text.",
        "start": 70,
        "end": 76
       }
      ]
     }
    },
    "a_form_with_a_file": {
     "summary": "A form with a file",
     "value": {
      "method": "POST",
      "url": "https://api.example.com/photos",
      "headers": {},
      "form": [
       {
        "name": "title",
        "value": "Ada"
       },
       {
        "name": "image",
        "file": "ada.png",
        "filename": "ada.png",
        "content_type": "image/png"
       }
      ],
      "warnings": [
       {
        "code": "option_ignored",
        "message": "--cacert would change the transfer and is left out (local certificate file).",
        "option": "--cacert",
        "start": 67,
        "end": 82
       }
      ]
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_broken_json": {
     "summary": "With broken JSON",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body is not valid JSON: in line 1, column 6, a value belongs here.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "json_syntax",
         "message": "The body is not valid JSON: in line 1, column 6, a value belongs here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_array": {
     "summary": "With an array",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body must be an object.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "type",
         "message": "The body must be an object."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_unknown_field": {
     "summary": "With an unknown field",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "curl is missing: a complete cURL command, as pasted.",
       "details": [
        {
         "in": "body",
         "field": "/curl",
         "code": "required",
         "message": "curl is missing: a complete cURL command, as pasted."
        },
        {
         "in": "body",
         "field": "/unknown",
         "code": "unknown_field",
         "message": "unknown is not a known field; known are curl."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_curl_parse": {
     "summary": "Without curl:parse",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope curl:parse.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "413": {
    "with_too_large_a_body": {
     "summary": "With too large a body",
     "value": {
      "error": {
       "code": "payload_too_large",
       "message": "The request body is too large.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "415": {
    "with_a_form": {
     "summary": "With a form",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_another_charset": {
     "summary": "With another charset",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json in UTF-8.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_compressed_body": {
     "summary": "With a compressed body",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must not have a content coding.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "generateCode": {
  "requests": {
   "generateCode": {
    "summary": "A usual one",
    "value": {
     "parsed": {
      "method": "POST",
      "url": "https://api.example.com/users",
      "headers": {
       "Content-Type": "application/json",
       "Accept": "application/json"
      },
      "body": "{\"name\":\"Ada\"}",
      "options": {
       "follow_redirects": true,
       "timeout_ms": 10000
      }
     },
     "language": "python"
    }
   },
   "several_languages": {
    "summary": "Several languages",
    "value": {
     "parsed": {
      "url": "https://example.com/"
     },
     "languages": [
      "go",
      "rust"
     ]
    }
   }
  },
  "responses": {
   "200": {
    "generateCode": {
     "summary": "A usual one",
     "value": {
      "language": "python",
      "library": "requests",
      "code": "import sys\n\nimport requests\n\ntry:\n    response = requests.post(\n        \"https://api.example.com/users\",\n        headers={\"Accept\": \"application/json\"},\n        json={\"name\": \"Ada\"},\n        timeout=10,\n    )\nexcept requests.RequestException as error:\n    sys.exit(f\"Request failed: {error}\")\n\nprint(response.status_code, response.reason)\nprint(response.text)\n",
      "warnings": [],
      "requires": "Python 3.8, requests 2.31, urllib3 2.0",
      "filename": "main.py",
      "install": "pip install requests",
      "run": "python3 main.py"
     }
    },
    "several_languages": {
     "summary": "Several languages",
     "value": {
      "language": "go",
      "library": "net/http",
      "code": "package main\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"log\"\n\t\"net/http\"\n)\n\nfunc main() {\n\treq, err := http.NewRequest(\"GET\", \"https://example.com/\", nil)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\n\tclient := &http.Client{\n\t\tCheckRedirect: func(*http.Request, []*http.Request) error {\n\t\t\treturn http.ErrUseLastResponse\n\t\t},\n\t}\n\tresp, err := client.Do(req)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tdefer resp.Body.Close()\n\n\ttext, err := io.ReadAll(resp.Body)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tfmt.Println(resp.Status)\n\tfmt.Println(string(text))\n}\n",
      "warnings": [],
      "requires": "Go 1.24",
      "filename": "main.go",
      "install": null,
      "run": "go run main.go",
      "data": [
       {
        "language": "go",
        "library": "net/http",
        "code": "package main\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"log\"\n\t\"net/http\"\n)\n\nfunc main() {\n\treq, err := http.NewRequest(\"GET\", \"https://example.com/\", nil)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\n\tclient := &http.Client{\n\t\tCheckRedirect: func(*http.Request, []*http.Request) error {\n\t\t\treturn http.ErrUseLastResponse\n\t\t},\n\t}\n\tresp, err := client.Do(req)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tdefer resp.Body.Close()\n\n\ttext, err := io.ReadAll(resp.Body)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tfmt.Println(resp.Status)\n\tfmt.Println(string(text))\n}\n",
        "warnings": [],
        "requires": "Go 1.24",
        "filename": "main.go",
        "install": null,
        "run": "go run main.go"
       },
       {
        "language": "rust",
        "library": "reqwest",
        "code": "use std::error::Error;\n\nuse reqwest::blocking::Client;\nuse reqwest::redirect::Policy;\n\nfn main() -> Result<(), Box<dyn Error>> {\n    let client = Client::builder().redirect(Policy::none()).build()?;\n    let response = client.get(\"https://example.com/\").send()?;\n\n    println!(\"{}\", response.status());\n    println!(\"{}\", response.text()?);\n    Ok(())\n}\n",
        "warnings": [],
        "requires": "Rust 1.85, reqwest 0.13",
        "filename": "src/main.rs",
        "install": "cargo add reqwest --features blocking,brotli,deflate,form,gzip,multipart,socks,zstd",
        "run": "cargo run"
       }
      ]
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_broken_json": {
     "summary": "With broken JSON",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body is not valid JSON: in line 1, column 6, a value belongs here.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "json_syntax",
         "message": "The body is not valid JSON: in line 1, column 6, a value belongs here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_array": {
     "summary": "With an array",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body must be an object, such as {\"parsed\":{\"url\":\"https://api.example.com/users\"},\"language\":\"python\"}.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "type",
         "message": "The body must be an object, such as {\"parsed\":{\"url\":\"https://api.example.com/users\"},\"language\":\"python\"}."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_unknown_field": {
     "summary": "With an unknown field",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known field; known are parsed, playground_id, language, languages.",
       "details": [
        {
         "in": "body",
         "field": "/unknown",
         "code": "unknown_field",
         "message": "unknown is not a known field; known are parsed, playground_id, language, languages."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_code_generate": {
     "summary": "Without code:generate",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope code:generate.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_playground": {
     "summary": "An unknown playground",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The playground does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "413": {
    "with_too_large_a_body": {
     "summary": "With too large a body",
     "value": {
      "error": {
       "code": "payload_too_large",
       "message": "The request body is too large.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "415": {
    "with_a_form": {
     "summary": "With a form",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_another_charset": {
     "summary": "With another charset",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json in UTF-8.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_compressed_body": {
     "summary": "With a compressed body",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must not have a content coding.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "listKeys": {
  "requests": {},
  "responses": {
   "200": {
    "listKeys": {
     "summary": "A usual one",
     "value": {
      "data": [
       {
        "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
        "name": "first key",
        "prefix": "pgk_3kTMd2vQ",
        "scopes": [
         "playgrounds:read",
         "playgrounds:write",
         "tests:read",
         "tests:execute",
         "code:generate",
         "curl:parse",
         "keys:manage",
         "usage:read",
         "audit:read"
        ],
        "created_at": "2026-11-20T09:30:00.000Z",
        "expires_at": null,
        "last_used_at": null
       }
      ],
      "pagination": {
       "page": 1,
       "limit": 20,
       "total": 1,
       "total_pages": 1,
       "next_cursor": null
      }
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; known are page, cursor, limit.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; known are page, cursor, limit."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_keys_manage": {
     "summary": "Without keys:manage",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope keys:manage.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "createKey": {
  "requests": {
   "createKey": {
    "summary": "A usual one",
    "value": {
     "name": "CI",
     "scopes": [
      "playgrounds:read",
      "tests:execute"
     ]
    }
   },
   "all_scopes_of_its_maker": {
    "summary": "All scopes of its maker",
    "value": {
     "name": "Laptop"
    }
   }
  },
  "responses": {
   "201": {
    "createKey": {
     "summary": "A usual one",
     "value": {
      "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "name": "CI",
      "prefix": "pgk_3kTMd2vQ",
      "scopes": [
       "playgrounds:read",
       "tests:execute"
      ],
      "created_at": "2026-11-20T09:30:00.000Z",
      "expires_at": null,
      "last_used_at": null,
      "key": "pgk_3kTMd2vQexampleOnlyAndNoKeyAtAll"
     }
    },
    "all_scopes_of_its_maker": {
     "summary": "All scopes of its maker",
     "value": {
      "id": "019300a1-1002-7a51-8000-5a4e1d1f2b3c",
      "name": "Laptop",
      "prefix": "pgk_3kTMd2vQ",
      "scopes": [
       "playgrounds:read",
       "playgrounds:write",
       "tests:read",
       "tests:execute",
       "code:generate",
       "curl:parse",
       "keys:manage",
       "usage:read",
       "audit:read"
      ],
      "created_at": "2026-11-20T09:30:00.000Z",
      "expires_at": null,
      "last_used_at": null,
      "key": "pgk_3kTMd2vQexampleOnlyAndNoKeyAtAll"
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_broken_json": {
     "summary": "With broken JSON",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body is not valid JSON: in line 1, column 6, a value belongs here.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "json_syntax",
         "message": "The body is not valid JSON: in line 1, column 6, a value belongs here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_array": {
     "summary": "With an array",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "The body must be an object, such as {\"name\":\"CI\",\"scopes\":[\"playgrounds:read\",\"tests:execute\"]}.",
       "details": [
        {
         "in": "body",
         "field": "",
         "code": "type",
         "message": "The body must be an object, such as {\"name\":\"CI\",\"scopes\":[\"playgrounds:read\",\"tests:execute\"]}."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_an_unknown_field": {
     "summary": "With an unknown field",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "name is missing: what the key is for.",
       "details": [
        {
         "in": "body",
         "field": "/name",
         "code": "required",
         "message": "name is missing: what the key is for."
        },
        {
         "in": "body",
         "field": "/unknown",
         "code": "unknown_field",
         "message": "unknown is not a known field; known are name, scopes, expires_at."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_keys_manage": {
     "summary": "Without keys:manage",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope keys:manage.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "409": {
    "an_idempotency_key_used_again": {
     "summary": "An Idempotency-Key used again",
     "value": {
      "error": {
       "code": "conflict",
       "message": "The key 019300a1-1001-7a51-8000-5a4e1d1f2b3c was made with this Idempotency-Key; a key is shown only once. Revoke it and make another if it was lost.",
       "details": [
        {
         "in": "headers",
         "field": "idempotency-key",
         "code": "key_exists",
         "message": "The key 019300a1-1001-7a51-8000-5a4e1d1f2b3c was made with this Idempotency-Key; a key is shown only once. Revoke it and make another if it was lost."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "413": {
    "with_too_large_a_body": {
     "summary": "With too large a body",
     "value": {
      "error": {
       "code": "payload_too_large",
       "message": "The request body is too large.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "415": {
    "with_a_form": {
     "summary": "With a form",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_another_charset": {
     "summary": "With another charset",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must be application/json in UTF-8.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_compressed_body": {
     "summary": "With a compressed body",
     "value": {
      "error": {
       "code": "unsupported_media_type",
       "message": "The request body must not have a content coding.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "getKey": {
  "requests": {},
  "responses": {
   "200": {
    "getKey": {
     "summary": "A usual one",
     "value": {
      "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
      "name": "CI",
      "prefix": "pgk_3kTMd2vQ",
      "scopes": [
       "playgrounds:read"
      ],
      "created_at": "2026-11-20T09:30:00.000Z",
      "expires_at": null,
      "last_used_at": null
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_keys_manage": {
     "summary": "Without keys:manage",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope keys:manage.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_id": {
     "summary": "An unknown id",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The key does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "revokeKey": {
  "requests": {},
  "responses": {
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_keys_manage": {
     "summary": "Without keys:manage",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope keys:manage.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "404": {
    "an_unknown_id": {
     "summary": "An unknown id",
     "value": {
      "error": {
       "code": "not_found",
       "message": "The key does not exist.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "412": {
    "an_older_etag": {
     "summary": "An older ETag",
     "value": {
      "error": {
       "code": "precondition_failed",
       "message": "The resource has changed: If-Match does not match its ETag.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "getUsage": {
  "requests": {},
  "responses": {
   "200": {
    "getUsage": {
     "summary": "A usual one",
     "value": {
      "plan": "pro",
      "limit": 500000,
      "used": 2,
      "remaining": 499998,
      "reset": 1795219200,
      "storage": {
       "used_bytes": 0,
       "limit_bytes": 10737418240
      },
      "days": [
       {
        "date": "2026-11-20",
        "requests": 2
       },
       {
        "date": "2026-11-19",
        "requests": 0
       },
       {
        "date": "2026-11-18",
        "requests": 0
       },
       {
        "date": "2026-11-17",
        "requests": 0
       },
       {
        "date": "2026-11-16",
        "requests": 0
       },
       {
        "date": "2026-11-15",
        "requests": 0
       },
       {
        "date": "2026-11-14",
        "requests": 0
       },
       {
        "date": "2026-11-13",
        "requests": 0
       },
       {
        "date": "2026-11-12",
        "requests": 0
       },
       {
        "date": "2026-11-11",
        "requests": 0
       },
       {
        "date": "2026-11-10",
        "requests": 0
       },
       {
        "date": "2026-11-09",
        "requests": 0
       },
       {
        "date": "2026-11-08",
        "requests": 0
       },
       {
        "date": "2026-11-07",
        "requests": 0
       },
       {
        "date": "2026-11-06",
        "requests": 0
       },
       {
        "date": "2026-11-05",
        "requests": 0
       },
       {
        "date": "2026-11-04",
        "requests": 0
       },
       {
        "date": "2026-11-03",
        "requests": 0
       },
       {
        "date": "2026-11-02",
        "requests": 0
       },
       {
        "date": "2026-11-01",
        "requests": 0
       },
       {
        "date": "2026-10-31",
        "requests": 0
       },
       {
        "date": "2026-10-30",
        "requests": 0
       },
       {
        "date": "2026-10-29",
        "requests": 0
       },
       {
        "date": "2026-10-28",
        "requests": 0
       },
       {
        "date": "2026-10-27",
        "requests": 0
       },
       {
        "date": "2026-10-26",
        "requests": 0
       },
       {
        "date": "2026-10-25",
        "requests": 0
       },
       {
        "date": "2026-10-24",
        "requests": 0
       },
       {
        "date": "2026-10-23",
        "requests": 0
       },
       {
        "date": "2026-10-22",
        "requests": 0
       }
      ]
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_usage_read": {
     "summary": "Without usage:read",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope usage:read.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "listAuditEvents": {
  "requests": {},
  "responses": {
   "200": {
    "listAuditEvents": {
     "summary": "A usual one",
     "value": {
      "data": [
       {
        "id": "019300a1-1000-7a51-8000-5a4e1d1f2b3c",
        "action": "key.created",
        "actor": {
         "via": "api",
         "key_id": "019300a1-1001-7a51-8000-5a4e1d1f2b3c"
        },
        "target": {
         "type": "key",
         "id": "019300a1-1002-7a51-8000-5a4e1d1f2b3c"
        },
        "details": {
         "name": "CI",
         "prefix": "pgk_3kTMd2vQ",
         "scopes": [
          "playgrounds:read"
         ],
         "expires_at": null
        },
        "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66",
        "address": "127.0.0.1",
        "created_at": "2026-11-20T09:30:00.000Z"
       },
       {
        "id": "019300a1-1003-7a51-8000-5a4e1d1f2b3c",
        "action": "key.created",
        "actor": {
         "via": "cli",
         "key_id": null
        },
        "target": {
         "type": "key",
         "id": "019300a1-1001-7a51-8000-5a4e1d1f2b3c"
        },
        "details": {
         "name": "first key",
         "prefix": "pgk_3kTMd2vQ",
         "scopes": [
          "playgrounds:read",
          "playgrounds:write",
          "tests:read",
          "tests:execute",
          "code:generate",
          "curl:parse",
          "keys:manage",
          "usage:read",
          "audit:read"
         ],
         "expires_at": null
        },
        "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66",
        "address": null,
        "created_at": "2026-11-20T09:30:00.000Z"
       },
       {
        "id": "019300a1-1004-7a51-8000-5a4e1d1f2b3c",
        "action": "account.created",
        "actor": {
         "via": "cli",
         "key_id": null
        },
        "target": {
         "type": "account",
         "id": "019300a1-1005-7a51-8000-5a4e1d1f2b3c"
        },
        "details": {
         "name": "test",
         "plan": "pro",
         "daily_limit": null
        },
        "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66",
        "address": null,
        "created_at": "2026-11-20T09:30:00.000Z"
       }
      ],
      "pagination": {
       "page": 1,
       "limit": 20,
       "total": 3,
       "total_pages": 1,
       "next_cursor": null
      }
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; known are page, cursor, limit.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; known are page, cursor, limit."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "401": {
    "without_a_key": {
     "summary": "Without a key",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    },
    "with_a_key_that_is_not_valid": {
     "summary": "With a key that is not valid",
     "value": {
      "error": {
       "code": "unauthorized",
       "message": "The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "403": {
    "without_audit_read": {
     "summary": "Without audit:read",
     "value": {
      "error": {
       "code": "forbidden",
       "message": "The API key lacks the scope audit:read.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "429": {
    "beyond_the_limit": {
     "summary": "Beyond the limit",
     "value": {
      "error": {
       "code": "rate_limit_exceeded",
       "message": "The limit of 10 requests is used up.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "500": {
    "on_a_broken_database": {
     "summary": "On a broken database",
     "value": {
      "error": {
       "code": "internal_error",
       "message": "The server failed to answer. The request id helps to find out why.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away. Try again in a moment.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "getHealth": {
  "requests": {},
  "responses": {
   "200": {
    "getHealth": {
     "summary": "A usual one",
     "value": {
      "status": "ok"
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "while_shutting_down": {
     "summary": "While shutting down",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The server is shutting down.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 },
 "getReadiness": {
  "requests": {},
  "responses": {
   "200": {
    "getReadiness": {
     "summary": "A usual one",
     "value": {
      "status": "ok"
     }
    }
   },
   "400": {
    "with_an_unknown_query_parameter": {
     "summary": "With an unknown query parameter",
     "value": {
      "error": {
       "code": "invalid_request",
       "message": "unknown is not a known parameter; there are none here.",
       "details": [
        {
         "in": "query",
         "field": "unknown",
         "code": "unknown_field",
         "message": "unknown is not a known parameter; there are none here."
        }
       ],
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   },
   "503": {
    "without_its_database": {
     "summary": "Without its database",
     "value": {
      "error": {
       "code": "service_unavailable",
       "message": "The database is away.",
       "request_id": "019300a2-51b4-7e07-a3d6-20c8f1b94e66"
      }
     }
    }
   }
  }
 }
};
